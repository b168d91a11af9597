// Renders the API description in place of the plain list when Redoc is embedded.
const place = document.getElementById('reference');
const renderer = place?.dataset.renderer;

// On light paper in both colour schemes: some of Redoc's colours are its own and dark.
function theme() {
  const style = getComputedStyle(document.body), token = name => style.getPropertyValue(name).trim() || style.fontFamily;
  return {
    colors: {
      primary: { main: '#b3410f' },
      text: { primary: '#1c2420', secondary: '#55605a' },
      http: { get: '#2d5c1b', post: '#8a3a1e', put: '#6b4e00', patch: '#5a3e85', delete: '#9c1f2e' },
    },
    sidebar: { backgroundColor: '#e9ece6', textColor: '#1c2420', width: '250px' },
    rightPanel: { backgroundColor: '#14211d', textColor: '#e9ece6' },
    typography: {
      fontSize: '16px', lineHeight: '1.55', fontFamily: style.fontFamily,
      headings: { fontFamily: token('--ui-serif'), fontWeight: '500' },
      code: { fontFamily: token('--ui-mono'), fontSize: '14px', wrap: true },
      links: { color: '#b3410f' },
    },
  };
}

// Repairs what Redoc draws. Its headings skip levels and start at the document's first: below "The API" come topics, then operations, then their parts.
const LEVELS = { H1: 2, H2: 3, H3: 4, H4: 4, H5: 4, H6: 4 };
function repair(container) {
  for (const heading of container.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const level = String(LEVELS[heading.tagName]);
    if (heading.getAttribute('aria-level') !== level) heading.setAttribute('aria-level', level);
  }
  // Samples wider than the column are scrolled by keyboard too.
  for (const sample of container.querySelectorAll('pre:not([tabindex])')) sample.tabIndex = 0;
}

if (renderer) {
  const script = document.createElement('script');
  script.src = renderer;
  script.onload = () => {
    const container = document.createElement('div');
    // No search: its worker would need a blob URL; the menu lists every operation.
    const options = { theme: theme(), disableSearch: true, hideDownloadButtons: true, expandResponses: '200,201', jsonSamplesExpandLevel: 3, nativeScrollbars: true };
    globalThis.Redoc.init('/openapi.json', options, container, (error) => {
      if (error) return;
      document.body.classList.add('site-redoc');
      repair(container);
      // It draws operations further down later.
      new MutationObserver(() => repair(container)).observe(container, { childList: true, subtree: true });
      place.replaceChildren(container);
    });
  };
  document.head.append(script);
}
