// The looks with their palettes as the service lists them, and the addresses of their gallery pages.
export const LAYOUTS = ['bento', 'list', 'canvas'];
export const LOOKS = {
  painted: ['meadow', 'harbour', 'peony', 'vesper'],
  cozy: ['oak', 'linen', 'blotter', 'lamplight'],
  washi: ['kinari', 'sakura', 'yomogi', 'sumi'],
  lofi: ['dusk', 'putty', 'matcha', 'standby'],
  cobalt: ['almanac', 'moonlit', 'matchbox', 'juniper'],
  night: ['sodium', 'redline', 'glacier', 'overcast'],
};
export const address = (look, palette, layout) => `/looks/${look}/${palette}${layout === 'bento' ? '' : `?layout=${layout}`}`;

// Waits for all fonts and images, lazy ones included.
export async function settled(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

// Waits until the page is laid out in all typefaces that it asks for: layout requests them, and loaded ones cause another layout.
export const typefacesLoaded = page => page.evaluate(async () => { for (let pass = 0; pass < 3; pass++) { await new Promise(requestAnimationFrame); await document.fonts.ready } });
