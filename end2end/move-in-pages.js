// Pages of other services as they are saved from a browser, and the replies of the service about an address.

// A page of Linktree: `script#__NEXT_DATA__` with what its own script draws the page from, escaped as Next.js escapes it.
export const linktree = ({ links, title = 'Ines Harrow', about = 'Potter and field recordist.', socials = [], theme } = {}) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} | Linktree</title>
<link rel="canonical" href="https://linktr.ee/inesharrow"></head><body><script>document.title = 'A script ran'; window.ran = true</script>
<script id="__NEXT_DATA__" type="application/json" crossorigin="anonymous">${JSON.stringify({ props: { pageProps: {
  account: { pageTitle: title, description: about, socialLinks: socials, username: 'inesharrow', ...(theme ? { theme } : {}) }, links, socialLinks: socials,
} } }).replaceAll('<', '\\u003c')}</script></body></html>`;

export const LINKS = [
  { id: 1, type: 'CLASSIC', title: 'Shop the small shelf', url: 'https://shop.example/shelf', position: 0 },
  { id: 2, type: 'CLASSIC', title: 'NEW! Throwing a moon jar', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', position: 1 },
  { id: 3, type: 'HEADER', title: 'Workshops', url: null, position: 2 },
  { id: 4, type: 'CLASSIC', title: 'Book a wheel for the afternoon', url: 'https://harrow.example/wheel', position: 3 },
  { id: 5, type: 'CLASSIC', title: 'Book a wheel for the afternoon', url: 'https://harrow.example/wheel/', position: 4 },
  { id: 6, type: 'CLASSIC', title: 'Supporters only', url: 'https://harrow.example/inner', position: 5, locked: true, rules: { gate: { activeOrder: ['code'] } } },
];
export const SOCIALS = [{ type: 'INSTAGRAM', url: 'https://www.instagram.com/ines.harrow/' }, { type: 'EMAIL_ADDRESS', url: 'mailto:ines@harrow.example' }];
export const PAGE = linktree({ links: LINKS, socials: SOCIALS });

// A file for `setInputFiles`.
export const file = (name, text, mimeType = 'text/html') => ({ name, mimeType, buffer: Buffer.from(text) });

// What the service answers about linktr.ee/inesharrow.
export const REPLY = {
  brief: { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', links: ['https://instagram.com/ines.harrow', 'ines@harrow.example', { url: 'https://shop.example/shelf', title: 'Shop the small shelf' }, { url: 'https://letters.example/slow', title: 'The Slow Letter' }, { heading: 'Workshops' }, { url: 'https://harrow.example/wheel', title: 'Book a wheel' }] },
  warnings: [{ path: '/links/3', message: 'It was a form there. Mantel keeps no forms, so it leads to letters.example.' }],
  left: [{ title: 'Tip jar', reason: 'A payment inside Linktree has no address.' }, { title: 'Supporters only', url: 'https://harrow.example/inner', reason: 'It is locked there.' }],
  colours: ['#d8e4e2', '#1f6b75', '#1d3440'],
};

// Answers the address that the screen asks about; `body` may be a function that waits.
export async function answer(page, status, body) {
  const asked = [];
  await page.route('**/api/v1/page/move-in', async route => {
    asked.push(route.request().postDataJSON());
    const reply = typeof body === 'function' ? await body() : body;
    await route.fulfill({ status, contentType: status < 400 ? 'application/json' : 'application/problem+json', body: JSON.stringify(reply) }).catch(() => {});
  });
  return asked;
}
