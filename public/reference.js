// Draws the description of the API in place of the plain list, when the renderer was built in.
const place = document.getElementById('reference');
const renderer = place?.dataset.renderer;

function colours() {
  const style = getComputedStyle(document.body), token = (name, or) => style.getPropertyValue(name).trim() || or;
  return {
    colors: {
      primary: { main: token('--m-ember', '#b4472b') },
      text: { primary: token('--m-ink', '#2b2620') },
      http: { get: '#33691e', post: '#8a3a1e', put: '#6b4e00', patch: '#5a3e85', delete: '#9c1f2e' },
    },
    sidebar: { backgroundColor: token('--m-plaster', '#efe8dc'), textColor: token('--m-ink', '#2b2620'), width: '250px' },
    rightPanel: { backgroundColor: '#2b2620', textColor: '#f7f2e9' },
    typography: {
      fontSize: '16px', lineHeight: '1.55', fontFamily: style.fontFamily,
      headings: { fontFamily: token('--m-serif', style.fontFamily), fontWeight: '500' },
      code: { fontFamily: token('--m-mono', 'monospace'), fontSize: '14px', wrap: true },
      links: { color: token('--m-ember', '#b4472b') },
    },
  };
}

if (renderer) {
  const script = document.createElement('script');
  script.src = renderer;
  script.onload = () => {
    const drawn = document.createElement('div');
    // The worker of the search would need a blob: it is left out; the menu holds every operation.
    const options = { theme: colours(), disableSearch: true, hideDownloadButtons: true, expandResponses: '200,201', jsonSamplesExpandLevel: 3, nativeScrollbars: true };
    globalThis.Redoc.init('/openapi.json', options, drawn, (why) => {
      if (why) return;
      document.body.classList.add('d-drawn');
      place.replaceChildren(drawn);
    });
  };
  document.head.append(script);
}
