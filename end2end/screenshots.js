// What screenshots show.

// The pixels of a screenshot, as image data in the page.
export const pixels = (page, screenshot) => page.evaluateHandle(async screenshot => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(screenshot), character => character.charCodeAt(0))], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}, screenshot.toString('base64'));
