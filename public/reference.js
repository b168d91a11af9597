// Renders the API description in place of the plain list when Redoc is embedded.
const place = document.getElementById('reference');
const renderer = place?.dataset.renderer;

function theme() {
  const style = getComputedStyle(document.body), token = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  return {
    colors: {
      primary: { main: token('--ui-ember', '#b4472b') },
      text: { primary: token('--ui-soot', '#2b2620') },
      http: { get: '#33691e', post: '#8a3a1e', put: '#6b4e00', patch: '#5a3e85', delete: '#9c1f2e' },
    },
    sidebar: { backgroundColor: token('--ui-plaster', '#efe8dc'), textColor: token('--ui-soot', '#2b2620'), width: '250px' },
    rightPanel: { backgroundColor: '#2b2620', textColor: '#f7f2e9' },
    typography: {
      fontSize: '16px', lineHeight: '1.55', fontFamily: style.fontFamily,
      headings: { fontFamily: token('--ui-serif', style.fontFamily), fontWeight: '500' },
      code: { fontFamily: token('--ui-mono', 'monospace'), fontSize: '14px', wrap: true },
      links: { color: token('--ui-ember', '#b4472b') },
    },
  };
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
      place.replaceChildren(container);
    });
  };
  document.head.append(script);
}
