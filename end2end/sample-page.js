// The sample page with its images uploaded, for benchmarks and tests of published pages.
import { readFileSync } from 'node:fs';

const IMAGES = /\/samples\/[\w.-]+/g;

async function upload({ url, key }, bytes) {
  const response = await fetch(`${url}/api/v1/images`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'image/webp' }, body: bytes });
  if (!response.ok) throw new Error(`image upload: ${response.status} ${await response.text()}`);
  return (await response.json()).src;
}

// Uploads one of the server's sample pictures, an AVIF that the browser converts to WebP; returns its new address.
export async function uploadPicture(browser, owner, name) {
  const page = await browser.newPage();
  await page.goto(`${owner.url}/favicon.svg`);
  const src = await uploadFrom(page, owner, name);
  await page.close();
  return src;
}

async function uploadFrom(page, owner, name) {
  const webp = await page.evaluate(async name => {
    const image = await createImageBitmap(await (await fetch(name)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.95 })).arrayBuffer())];
  }, name);
  return upload(owner, Buffer.from(webp));
}

// The page file, with images uploaded for the owner (`url` of the server and API `key`).
export async function samplePage(browser, owner) {
  const file = readFileSync(new URL('bench/sample.json', import.meta.url), 'utf8'), uploaded = {};
  const page = await browser.newPage();
  await page.goto(`${owner.url}/favicon.svg`);
  for (const name of new Set(file.match(IMAGES))) uploaded[name] = await uploadFrom(page, owner, name);
  await page.close();
  return JSON.parse(file.replaceAll(IMAGES, path => uploaded[path]));
}
