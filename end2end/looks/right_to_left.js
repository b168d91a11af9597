// A page in Arabic with every tile type, and where its objects stand on it.

// The page file; `picture` is the address of an uploaded image.
export function arabicPage(picture) {
  const tile = (type, fields, size = 's', color = 'auto') => ({ type, size, color, ...fields });
  return {
    mantel: 1,
    profile: { name: 'إيناس الحدّاد', bio: 'خزّافة ومسجّلة أصوات ميدانية. أشياء بطيئة، معظمها في الهواء الطلق.', location: 'لشبونة، قرب النهر', avatar: picture },
    tiles: [
      tile('social', { platform: 'instagram', handle: 'ines.harrow' }),
      tile('social', { platform: 'email', handle: 'ines@harrow.example' }),
      tile('text', { text: 'يُفتح الفرن **يوم السبت في العاشرة.** أحضر صندوقًا وشيئًا *ليّنًا*.' }),
      tile('text', { text: 'مرسم\nمفتوح\n٢٠٢٦', look: 'stamp' }),
      tile('link', { url: 'https://cal.harrow.example/', title: 'احجز دولابًا لما بعد الظهر' }),
      tile('link', { url: 'https://shop.harrow.example/', title: 'تسوّق من الرفّ الصغير' }, 's', 'mint'),
      tile('image', { src: picture, title: 'آخر الضوء في الحديقة الخلفية' }, 'l'),
      tile('link', { url: 'https://harrow.example/', title: 'عام من الحرق بأخشاب البحر', description: 'ملاحظات عن الرماد والملح واللون الذي لا يسمّيه أحد.', image: picture }, 'w'),
      tile('heading', { text: 'في الآونة الأخيرة' }),
      tile('video', { url: 'https://youtu.be/moonjar0001', title: 'تشكيل جرّة القمر من البداية إلى النهاية', image: picture }, 'w'),
      tile('music', { url: 'https://harrowtapes.bandcamp.com/album/rain', title: 'مطر على سقف الفرن', image: picture }),
      tile('github', { repo: 'harrow/glaze-calc' }),
      tile('link', { url: 'https://letters.example/newsletter', title: 'الرسالة البطيئة', description: 'صفحة واحدة، أوّل أحد من كل شهر.' }, 'w'),
      tile('link', { url: 'https://harrow.example/plain', title: 'كل ما كُتب عن الطين' }, 'w'),
      tile('text', { text: 'أصنع **أواني بسيطة للاستعمال اليومي** وأسجّل أصوات الأماكن التي يأتي منها الطين. [اقرأ كيف أسعّرها.](https://harrow.example/prices)' }, 'w'),
    ],
  };
}

// In the browser: the left and right edge of every tile, in the order of the document, from the left of the window.
export function tileEdges() {
  return [...document.querySelectorAll('.page :is(.bento,.list,.canvas) .tile')].map(tile => {
    const { left, right, top } = tile.getBoundingClientRect();
    return { tile: [...tile.classList].find(name => /^[tk]-/.test(name)), order: Number(tile.style.getPropertyValue('--i')), left, right, top: top + scrollY };
  });
}

// In the browser: what does not begin at the right on a page from right to left, told in a line each.
export function notFromTheRight() {
  const NEAR = 2, problems = [];
  const describe = element => `${element.closest('.tile')?.className ?? 'profile'} ${element.className} "${element.textContent.trim().slice(0, 24)}"`;
  const letters = element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1);
    return { left: Math.min(...boxes.map(box => box.left)), right: Math.max(...boxes.map(box => box.right)) };
  };
  const inner = element => {
    const { left, right } = element.getBoundingClientRect(), style = getComputedStyle(element);
    return { left: left + parseFloat(style.paddingLeft), right: right - parseFloat(style.paddingRight) };
  };
  // Words end at the right of their box, or in the middle of it.
  for (const element of document.querySelectorAll('.page :is(.name,.bio,.place,.title,.words,.desc)')) {
    if (!element.checkVisibility() || element.offsetWidth < 3 || !element.textContent.trim() || element.closest('.tile[dir=ltr]')) continue;
    const words = letters(element), box = inner(element);
    if (box.right - words.right > words.left - box.left + NEAR) problems.push(`begins at the left: ${describe(element)}`);
  }
  // The icon of a row, of a handle, the picture beside words: at the right of them.
  const before = [
    ['.social', '.ico', '.handle'],
    ['.z-row:is(.t-link,.t-music,.t-github)', ':is(.media,.mark,[class*="-mark"])', '.title'],
    ['.z-w:is(.k-postcard,.t-video):not(.z-row)', '.media', '.title'],
  ];
  for (const [whole, first, second] of before) for (const element of document.querySelectorAll(`.page ${whole}`)) {
    const [one, other] = [first, second].map(selector => element.querySelector(selector));
    if (![one, other].every(part => part?.checkVisibility() && part.getBoundingClientRect().width > 3)) continue;
    const [a, b] = [one, other].map(part => part.getBoundingClientRect());
    // Under each other, on phones.
    if (a.bottom <= b.top + NEAR || b.bottom <= a.top + NEAR) continue;
    if (a.left < b.right - NEAR) problems.push(`not at the right of its words: ${describe(one)}`);
  }
  // Letters that join are neither spaced out nor slanted.
  for (const element of document.querySelectorAll('.page :is(.name,.bio,.place,.title,.words,.words *,.desc)')) {
    const { letterSpacing, fontStyle } = getComputedStyle(element);
    if (!element.closest('.tile[dir=ltr]') && (!['normal', '0px'].includes(letterSpacing) || fontStyle !== 'normal')) problems.push(`${letterSpacing} ${fontStyle}: ${describe(element)}`);
  }
  return problems;
}
