// Programs that sign in: a person allows them in a browser, played by requests with the session's cookie.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { session, eras } from './session.mjs';

const AUTHORIZE = '/api/auth/oauth2/authorize';
const plain = text => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");

/// Signs in, and gives what allows a request: the address that the program is answered at.
async function browser(mantel, person) {
  const fields = new URLSearchParams({ email: person.email, password: 'a long enough password' });
  const reply = await fetch(`${mantel.url}/signin`, { method: 'POST', body: fields, redirect: 'manual' });
  const cookie = reply.headers.get('set-cookie').split(';')[0];
  return async address => {
    const page = await (await fetch(address, { headers: { cookie } })).text();
    const hidden = name => plain(page.match(new RegExp(`name="${name}" value="([^"]*)"`))[1]);
    const body = new URLSearchParams({ request: hidden('request'), ticket: hidden('ticket'), answer: 'allow', publish: 'on' });
    const said = await fetch(mantel.url + AUTHORIZE, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
    assert.equal(said.status, 303);
    return said.headers.get('location');
  };
}

/// The official client registers, signs in, builds and publishes a page, and refreshes its token.
export async function clientSignsIn(era, mantel, person) {
  const allow = await browser(mantel, person), back = 'http://localhost:8787/callback', kept = {};
  const authProvider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Client', redirect_uris: [back], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client, saveClientInformation: information => { kept.client = information },
    tokens: () => kept.tokens, saveTokens: tokens => { kept.tokens = tokens },
    codeVerifier: () => kept.verifier, saveCodeVerifier: verifier => { kept.verifier = verifier },
    discoveryState: () => kept.found, saveDiscoveryState: state => { kept.found = state },
    redirectToAuthorization: async url => { kept.answer = new URL(await allow(url.href)) },
  };
  const [client, Transport] = eras[era](), way = new Transport(new URL(mantel.mcp), { authProvider });
  await assert.rejects(client.connect(way), /Unauthorized/);
  const answer = kept.answer.searchParams;
  await way.finishAuth(era === 'modern' ? answer : answer.get('code'));
  await session(era, mantel, person, { authProvider });
  const before = kept.tokens;
  kept.tokens = { ...before, access_token: 'mantelt_ended' };
  const [again] = eras[era]();
  await again.connect(new Transport(new URL(mantel.mcp), { authProvider }));
  assert.equal((await again.listTools()).tools.length, 11);
  assert.notEqual(kept.tokens.refresh_token, before.refresh_token);
  await again.close();
}

/// Runs a program that prints the address to allow it at and listens for the answer; gives all it said.
export async function programSignsIn(command, args, mantel, person, env = {}) {
  const allow = await browser(mantel, person), child = spawn(command, args, { env: { ...process.env, ...env } });
  let text = '', asked = false;
  const hear = async chunk => {
    text += chunk;
    const found = text.match(new RegExp(`${mantel.url}${AUTHORIZE}\\?\\S+(?=\\s)`));
    if (!found || asked) return;
    asked = true;
    const address = await allow(found[0]);
    // It may still be about to listen.
    for (let left = 50; left > 0; left -= 1) {
      try { await fetch(address); return } catch { await new Promise(resolve => setTimeout(resolve, 100)) }
    }
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const late = setTimeout(() => child.kill(), 60_000);
  const code = await new Promise(resolve => child.on('exit', resolve));
  clearTimeout(late);
  return { code, text };
}

/// The id of a fresh client.
export async function registered(mantel, redirect) {
  const body = JSON.stringify({ client_name: 'Suite', redirect_uris: [redirect] });
  const reply = await fetch(`${mantel.url}/api/auth/oauth2/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await reply.json()).client_id;
}
