// Cross-site scripting: every payload in every field and look stays text, with the content security policy and without.
// A third of the payloads in each layout; PAYLOADS=all tries all of them in each.
import { expect, test } from '../fixtures.js';

const looks = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'], layouts = ['bento', 'list', 'canvas'];
const allPayloads = process.env.PAYLOADS === 'all';

// A payload that runs sets window.ran.
const payloads = [
  '<script>window.ran=1</script>',
  '</script><script>window.ran=1</script>',
  '</style><script>window.ran=1</script>',
  '</title><script>window.ran=1</script>',
  '</textarea><script>window.ran=1</script>',
  '--><script>window.ran=1</script><!--',
  ']]><script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '<img src=x onerror="window.ran=1"//',
  '"><img src=x onerror=window.ran=1>',
  "'><svg onload=window.ran=1>",
  '<svg><script>window.ran=1</script></svg>',
  '<svg/onload=window.ran=1>',
  '<math><mtext></table></math><img src onerror=window.ran=1>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<iframe src="javascript:parent.ran=1">',
  '<details open ontoggle=window.ran=1>',
  '<input autofocus onfocus=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
  '" onmouseover="window.ran=1" autofocus onfocus="window.ran=1" x="',
  "' onpointerenter='window.ran=1' style='position:fixed;inset:0' x='",
  '[click](javascript:window.ran=1)',
  '[click](https://a.example/"onmouseover="window.ran=1)',
  '**<b onclick=window.ran=1>x</b>** *<i onload=window.ran=1>y</i>*',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  '\\u003cscript\\u003ewindow.ran=1\\u003c/script\\u003e',
  '{{constructor.constructor("window.ran=1")()}}${window.ran=1}',
  'javascript:window.ran=1',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<template><script>window.ran=1</script></template><noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '</main></div><form action=javascript:window.ran=1><button autofocus>x',
  'url(javascript:window.ran=1);} body{background:red} {',
];
// URLs with characters that would end an attribute or a style.
const urls = payloads.map((payload, index) => `https://a${index}.example/?q=${payload.replaceAll('\\', '')}`);

// URLs that are rejected in every field that takes one.
const rejectedUrls = ['javascript:window.ran=1', 'JaVaScRiPt:window.ran=1', ' javascript:window.ran=1', 'java\tscript:window.ran=1', 'data:text/html,<script>window.ran=1</script>', 'vbscript:x', 'blob:https://a.example/x', 'file:///etc/passwd'];

const tiles = part => payloads.flatMap((payload, index) => index % layouts.length === part ? [
  { type: 'link', url: 'https://a.example/' + encodeURIComponent(payload), title: payload, description: payload },
  { type: 'text', text: payload, size: 'w' },
  { type: 'heading', text: payload },
  { type: 'image', src: 'https://a.example/p.png', title: payload, alt: payload.slice(0, 300) },
  { type: 'video', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: payload, alt: payload },
  { type: 'music', url: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT', title: payload, alt: payload },
  { type: 'text', look: 'stamp', text: payload },
  { type: 'link', url: urls[index], title: 'An address' },
] : []);

// Records dialogs and violations of the content security policy.
const watch = page => {
  const recorded = { dialogs: [], cspViolations: [] };
  page.on('dialog', dialog => { recorded.dialogs.push(dialog.message()); dialog.dismiss() });
  page.on('console', message => { if (/content security policy/i.test(message.text())) recorded.cspViolations.push(message.text()) });
  return recorded;
};

// What a page must not contain, evaluated in the page.
const activeContent = () => ({
  ran: window.ran,
  handlers: [...document.querySelectorAll('*')].flatMap(element => [...element.attributes].filter(({ name }) => /^on/i.test(name)).map(({ name }) => `${element.tagName} ${name}`)),
  scripts: [...document.scripts].filter(script => script.type !== 'application/ld+json' && (!script.src || new URL(script.src).origin !== location.origin)).map(script => script.outerHTML),
  // Data, which no browser runs: one block, that says the name as it was given.
  data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => JSON.parse(textContent).mainEntity.name),
  foreign: [...document.querySelectorAll('base,iframe,object,embed,form,meta[http-equiv],input,template')].map(element => element.outerHTML),
  links: [...document.querySelectorAll('a[href]')].map(link => link.protocol).filter(protocol => !/^(https?|mailto|tel):$/.test(protocol)),
});

for (const bypassCSP of [false, true]) {
  test(`every payload in every field is inert in each look, CSP ${bypassCSP ? 'off' : 'on'}`, async ({ browser, person, mantel }) => {
    if (allPayloads) test.slow();
    expect((await person.call('POST', '/api/v1/claim', { username: person.name, empty: true })).status).toBe(201);
    const context = await browser.newContext({ bypassCSP, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage(), recorded = watch(page);
    await page.route(url => url.origin !== mantel.url, route => route.abort());
    let rendered = 0;
    for (const [index, style] of looks.entries()) {
      for (const [part, layout] of allPayloads ? layouts.flatMap(name => [[0, name], [1, name], [2, name]]) : layouts.entries()) {
        // Name and bio become the title and description of the document.
        const payload = payloads[(index * layouts.length + part) % payloads.length];
        const profile = { name: payload.slice(0, 80), bio: payload, location: payload.slice(0, 80) };
        const response = await person.call('PUT', '/api/v1/page', { page: { profile, theme: { style, layout }, tiles: tiles(part) } });
        expect(response.status, JSON.stringify(response.body)).toBe(200);
        expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
        await page.goto(`${mantel.url}/${person.name}`);
        await expect(page.locator('.tile')).not.toHaveCount(0);
        const found = await page.evaluate(activeContent);
        expect(found, `${style} ${layout}`).toEqual({ ran: undefined, handlers: [], scripts: [], data: [profile.name], foreign: [], links: [] });
        rendered += 1;
      }
    }
    expect(recorded).toEqual({ dialogs: [], cspViolations: [] });
    expect(rendered).toBe(looks.length * layouts.length * (allPayloads ? 3 : 1));
    await context.close();
  });
}

test('URLs that run scripts are rejected in every field', async ({ person }) => {
  expect((await person.call('POST', '/api/v1/claim', { username: person.name, empty: true })).status).toBe(201);
  for (const url of rejectedUrls) {
    const fields = [
      ['POST', '/api/v1/page/tiles', { tile: { type: 'link', url } }],
      ['POST', '/api/v1/page/tiles', { tile: { type: 'link', url: 'https://a.example', image: url } }],
      ['POST', '/api/v1/page/tiles', { tile: { type: 'image', src: url } }],
      ['POST', '/api/v1/page/tiles', { tile: { type: 'image', src: 'https://a.example/p.png', url } }],
      ['POST', '/api/v1/page/tiles', { tile: { type: 'video', url } }],
      ['POST', '/api/v1/page/tiles', { tile: { type: 'music', url } }],
      ['PATCH', '/api/v1/page/profile', { avatar: url }],
      ['PATCH', '/api/v1/page/theme', { background: { image: url } }],
    ];
    for (const [method, path, body] of fields) {
      expect((await person.call(method, path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400);
    }
  }
});

test('changing the look violates no policy, and reports of a page keep payloads as text', async ({ page, person, mantel }) => {
  await person.call('POST', '/api/v1/claim', { username: person.name });
  await person.call('POST', '/api/v1/page/publish');
  const recorded = watch(page);
  for (const style of looks) {
    await person.call('PATCH', '/api/v1/page/theme', { style });
    await person.call('POST', '/api/v1/page/publish');
    await page.goto(`${mantel.url}/${person.name}`);
  }
  await page.getByRole('link', { name: 'Report this page' }).click();
  await expect(page.getByRole('heading', { name: 'Report this page' })).toBeVisible();
  await page.getByLabel('What should we look at?').fill(payloads.join('\n'));
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
  expect(recorded).toEqual({ dialogs: [], cspViolations: [] });
});
