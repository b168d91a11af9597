//! AVIF for tests: small drawings encoded by libavif 1.4, and files assembled box by box.

macro_rules! files {
    ($($name:literal)*) => {
        /// Files by name. The plain ones are 64 x 32 pixels, red on the left and blue on the right.
        pub const FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../avif/", $name, ".avif")))),*];
    };
}

files! {
    "halves420" "halves422" "halves444" "odd" "lossless" "limited" "grey" "alpha" "premult" "exif5" "exif6" "anim"
    "ten" "twelve" "pq" "hlg" "p3"
}

macro_rules! large {
    ($($name:ident $file:literal)*) => {
        $(pub const $name: &[u8] = include_bytes!(concat!("../avif/", $file, ".avif"));)*
    };
}

// One colour, 4,096 pixels a side: 4:2:0, 4:4:4, with alpha, ten bits; and a grid cell of 512 a side.
large! {
    LARGE "large" LARGE_444 "large444" LARGE_CLEAR "largeclear" LARGE_DEEP "deep420" LARGE_DEEP_444 "deep" CELL "cell"
}

/// The file with this name.
pub fn file(name: &str) -> &'static [u8] {
    FILES.iter().find(|file| file.0 == name).unwrap().1
}

/// An item of a file: its type, its data, and its properties.
pub struct Item {
    pub kind: &'static [u8; 4],
    pub data: Vec<u8>,
    pub said: Vec<Vec<u8>>,
}

/// A box.
pub fn boxed(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&long(data.len() + 8), kind.as_slice(), data].concat()
}

fn long(it: usize) -> [u8; 4] {
    u32::try_from(it).unwrap().to_be_bytes()
}

fn short(it: usize) -> [u8; 2] {
    u16::try_from(it).unwrap().to_be_bytes()
}

/// The property with the size of an item.
pub fn ispe(width: u32, height: u32) -> Vec<u8> {
    boxed(b"ispe", &[&[0; 4][..], &width.to_be_bytes(), &height.to_be_bytes()].concat())
}

/// The crop property: its size, and the offset of its centre from that of the whole.
pub fn clap(width: u32, height: u32, across: i32, down: i32) -> Vec<u8> {
    let numbers = [width.cast_signed(), height.cast_signed(), across, down];
    boxed(
        b"clap",
        &numbers.iter().flat_map(|number| [number.to_be_bytes(), [0, 0, 0, 1]]).flatten().collect::<Vec<_>>(),
    )
}

/// The coded data of a file with a single item.
pub fn coded(file: &[u8]) -> &[u8] {
    let at = file.windows(4).position(|pair| pair == b"mdat").unwrap();
    &file[at + 4..]
}

/// Coded data from its frame on, without the sequence header that states its size.
pub fn frame(data: &[u8]) -> &[u8] {
    // Units of less than 128 bytes precede it, whose second byte is their length.
    match data[0] >> 3 & 15 {
        3 | 6 => data,
        _ => frame(&data[usize::from(data[1]) + 2..]),
    }
}

/// A file of these items, the first of which is the primary one, with these references between them.
pub fn avif_file(items: &[Item], references: &[(&[u8; 4], usize, Vec<usize>)]) -> Vec<u8> {
    let (mut infos, mut places, mut data) = (short(items.len()).to_vec(), Vec::new(), Vec::new());
    let (mut properties, mut said) = (Vec::new(), Vec::new());
    let mut count = 0;
    for (at, item) in items.iter().enumerate() {
        let info = [&[2, 0, 0, 0][..], &short(at + 1), &[0, 0], item.kind, &[0]].concat();
        infos.extend(boxed(b"infe", &info));
        // In a box among them, as one extent.
        places
            .extend([&short(at + 1)[..], &[0, 1, 0, 0], &short(1), &long(data.len()), &long(item.data.len())].concat());
        data.extend(&item.data);
        said.extend([&short(at + 1)[..], &[u8::try_from(item.said.len()).unwrap()]].concat());
        for it in &item.said {
            count += 1;
            said.extend(short(count | 0x8000));
            properties.extend(it);
        }
    }
    let mut about = vec![0; 4];
    for (kind, from, to) in references {
        let to: Vec<u8> = to.iter().flat_map(|it| short(it + 1)).collect();
        about.extend(boxed(kind, &[&short(from + 1)[..], &short(to.len() / 2), &to].concat()));
    }
    let said = boxed(b"ipma", &[&[0, 0, 0, 1][..], &long(items.len()), &said].concat());
    let meta = [
        vec![0; 4],
        boxed(b"pitm", &[0, 0, 0, 0, 0, 1]),
        boxed(b"iloc", &[&[1, 0, 0, 0, 0x44, 0][..], &short(items.len()), &places].concat()),
        boxed(b"iinf", &[&[0; 4][..], &infos].concat()),
        boxed(b"iref", &about),
        boxed(b"iprp", &[boxed(b"ipco", &properties), said].concat()),
        boxed(b"idat", &data),
    ];
    [boxed(b"ftyp", b"avif\0\0\0\0avifmif1miaf"), boxed(b"meta", &meta.concat())].concat()
}

/// A file of one coded picture that claims this size.
pub fn single_picture(data: &[u8], width: u32, height: u32) -> Vec<u8> {
    avif_file(&[Item { kind: b"av01", data: data.to_vec(), said: vec![ispe(width, height)] }], &[])
}

/// A grid of `cells` (across, down) equal cells, with additional properties.
pub fn grid(cell: &[u8], size: (u32, u32), cells: (u8, u8), whole: (u32, u32), said: &[Vec<u8>]) -> Vec<u8> {
    let side = |number: u32| number.to_be_bytes();
    let data = [&[0, 1, cells.1 - 1, cells.0 - 1][..], &side(whole.0), &side(whole.1)].concat();
    let said = [&[ispe(whole.0, whole.1)], said].concat();
    let mut items = vec![Item { kind: b"grid", data, said }];
    let count = usize::from(cells.0) * usize::from(cells.1);
    let cell = || Item { kind: b"av01", data: cell.to_vec(), said: vec![ispe(size.0, size.1)] };
    items.extend((0..count).map(|_| cell()));
    avif_file(&items, &[(b"dimg", 0, (1..=count).collect())])
}

/// The sequence header of a still picture that claims this size (AV1 specification, 5.5.1), as a unit.
pub fn sequence(width: u32, height: u32) -> Vec<u8> {
    // Profile 0, a still picture with the reduced header, level 31, sizes in 16 bits.
    let mut bits = vec![(0, 3), (1, 1), (1, 1), (31, 5), (15, 4), (15, 4), (width - 1, 16), (height - 1, 16)];
    // No tools; eight bits, 4:2:0, no colour description, full range.
    bits.extend([(0, 3), (0, 3), (0, 1), (0, 1), (0, 1), (1, 1), (0, 2), (0, 1), (0, 1), (1, 1)]);
    let ones = bits.iter().flat_map(|&(it, count): &(u32, u32)| (0..count).rev().map(move |at| it >> at & 1));
    let ones: Vec<u32> = ones.collect();
    let byte = |it: &[u32]| it.iter().enumerate().fold(0, |sum, (at, it)| sum | u8::from(*it == 1) << (7 - at));
    let bytes: Vec<u8> = ones.chunks(8).map(byte).collect();
    [&[0x0a, u8::try_from(bytes.len()).unwrap()], bytes.as_slice()].concat()
}
