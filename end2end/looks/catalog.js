// The looks with their palettes as the service lists them, and how each page of the gallery is addressed.
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

// Fonts ready, and every picture there: those far down load only when they come near.
export async function settled(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}
