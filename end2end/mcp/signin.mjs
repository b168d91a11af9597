// MCP clients that sign in; requests with the session cookie stand in for the user's browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { session, eras } from './session.mjs';

const AUTHORIZE = '/api/auth/oauth2/authorize';
const unescapeHtml = text => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");

// Signs in; returns a function that grants an authorization request and returns the URL it redirects to.
async function signIn(mantel, person) {
  const fields = new URLSearchParams({ email: person.email, password: 'a long enough password' });
  const response = await fetch(`${mantel.url}/signin`, { method: 'POST', body: fields, redirect: 'manual' });
  const cookie = response.headers.get('set-cookie').split(';')[0];
  return async authorizeUrl => {
    const page = await (await fetch(authorizeUrl, { headers: { cookie } })).text();
    // "Let … in" counts once the page has been seen for a moment.
    await new Promise(resolve => setTimeout(resolve, 1100));
    const field = name => unescapeHtml(page.match(new RegExp(`name="${name}" value="([^"]*)"`))[1]);
    const body = new URLSearchParams({ request: field('request'), ticket: field('ticket'), answer: 'allow', publish: 'on' });
    const granted = await fetch(mantel.url + AUTHORIZE, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
    assert.equal(granted.status, 303);
    return granted.headers.get('location');
  };
}

// The official client registers, signs in, builds and publishes a page, and refreshes its token.
export async function clientSignsIn(era, mantel, person) {
  const allow = await signIn(mantel, person), redirectUri = 'http://localhost:8787/callback', stored = {};
  const authProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Client', redirect_uris: [redirectUri], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    clientInformation: () => stored.client, saveClientInformation: information => { stored.client = information },
    tokens: () => stored.tokens, saveTokens: tokens => { stored.tokens = tokens },
    codeVerifier: () => stored.verifier, saveCodeVerifier: verifier => { stored.verifier = verifier },
    discoveryState: () => stored.discovery, saveDiscoveryState: state => { stored.discovery = state },
    redirectToAuthorization: async url => { stored.redirect = new URL(await allow(url.href)) },
  };
  const [client, Transport] = eras[era](), transport = new Transport(new URL(mantel.mcp), { authProvider });
  await assert.rejects(client.connect(transport), /Unauthorized/);
  const callback = stored.redirect.searchParams;
  await transport.finishAuth(era === 'modern' ? callback : callback.get('code'));
  await session(era, mantel, person, { authProvider });
  const before = stored.tokens;
  stored.tokens = { ...before, access_token: 'mantelt_ended' };
  const [reconnected] = eras[era]();
  await reconnected.connect(new Transport(new URL(mantel.mcp), { authProvider }));
  assert.equal((await reconnected.listTools()).tools.length, 15);
  assert.notEqual(stored.tokens.refresh_token, before.refresh_token);
  await reconnected.close();
}

// Runs a program that prints its authorization URL and listens for the redirect; returns its exit code and output.
export async function programSignsIn(command, args, mantel, person, env = {}) {
  const allow = await signIn(mantel, person), child = spawn(command, args, { env: { ...process.env, ...env } });
  let text = '', granted = false;
  const onOutput = async chunk => {
    text += chunk;
    const match = text.match(new RegExp(`${mantel.url}${AUTHORIZE}\\?\\S+(?=\\s)`));
    if (!match || granted) return;
    granted = true;
    const redirect = await allow(match[0]);
    // Its listener may not be ready yet.
    for (let attempts = 50; attempts > 0; attempts -= 1) {
      try { await fetch(redirect); return } catch { await new Promise(resolve => setTimeout(resolve, 100)) }
    }
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const timeout = setTimeout(() => child.kill(), 60_000);
  const code = await new Promise(resolve => child.on('exit', resolve));
  clearTimeout(timeout);
  return { code, text };
}

// Registers a client and returns its id.
export async function registerClient(mantel, redirectUri) {
  const body = JSON.stringify({ client_name: 'Suite', redirect_uris: [redirectUri] });
  const response = await fetch(`${mantel.url}/api/auth/oauth2/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()).client_id;
}
