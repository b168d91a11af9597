// An OAuth client for tests of the consent page.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

// An OAuth client on this computer: it registers, sends the user to the consent page, and listens for the redirect.
export async function oauthClient(url, name) {
  let received;
  const redirected = new Promise(resolve => { received = resolve });
  const listener = createServer((request, response) => { response.end('Back in the app.'); received(new URL(request.url, 'http://localhost').searchParams) });
  await new Promise(resolve => listener.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${listener.address().port}/callback`, verifier = randomBytes(32).toString('base64url');
  const post = (path, body, type) => fetch(`${url}/api/auth/oauth2/${path}`, { method: 'POST', headers: type ? { 'content-type': type } : {}, body }).then(response => response.json());
  const { client_id } = await post('register', JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }), 'application/json');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: redirectUri, code_challenge: challenge, code_challenge_method: 'S256', state: 'mark' });
  const tokens = async code => post('token', new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri: redirectUri, code_verifier: verifier, code }));
  return { authorizeUrl: `/api/auth/oauth2/authorize?${query}`, redirected, tokens, close: () => listener.close() };
}
