#!/usr/bin/env python3
"""Draws kiln.webp: a wood-fired kiln at dusk, with its fire lit and its smoke going up.

    pip install bpy==5.0.1 numpy pillow==13.0.0      (Python 3.11)
    python3 kiln.py OUT.webp [WIDTH] [SAMPLES]

The kiln, the pots and the ground are path-traced; sky and ridges are painted planes;
the smoke is drawn over the print.
"""
import math
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image, ImageEnhance, ImageFilter

CHIMNEY = (1.55, 1.9, 2.62)


def noise(shape, cells, rng, octaves=5):
    """Smooth noise between 0 and 1, `cells` across its width."""
    total, weight = np.zeros(shape), 0
    for octave in range(octaves):
        n = max(2, int(cells * 2 ** octave))
        small = rng.random((max(2, round(n * shape[0] / shape[1])) + 1, n + 1))
        layer = Image.fromarray((small * 255).astype(np.uint8)).resize(shape[::-1], Image.BICUBIC)
        total += np.asarray(layer, float) / 255 * 0.5 ** octave
        weight += 0.5 ** octave
    return total / weight


def smooth(edge0, edge1, x):
    t = np.clip((x - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)


def sky(width=1400, height=700):
    """Evening above five ridges, each paler and bluer as it is farther; a low sun."""
    rng = np.random.default_rng(21)
    stops = ((0, (72, 104, 124)), (.28, (128, 152, 156)), (.52, (214, 190, 160)), (.66, (240, 190, 134)), (1, (238, 166, 106)))
    y = np.linspace(0, 1, height)
    column = np.stack([np.interp(y, [s[0] for s in stops], [s[1][c] for s in stops]) for c in range(3)], -1)
    data = np.repeat(column[:, None, :], width, 1)
    yy, xx = np.mgrid[:height, :width]
    cloud = smooth(.52, .74, noise((height, width), 3, rng) * 0.6 + noise((height, width * 3), 5, rng)[:, ::3] * 0.4)
    cloud = cloud * smooth(0, .2, yy / height) * (1 - smooth(.5, .64, yy / height))
    data += cloud[..., None] * (np.array((250, 196, 150)) - data) * 0.5
    sun = np.hypot(xx - width * .705, yy - height * .50)
    data += (np.exp(-sun / 95) * .55)[..., None] * (np.array((255, 214, 150)) - data)
    data += smooth(37, 35, sun)[..., None] * (np.array((255, 240, 205)) - data)
    tones = ((190, 172, 156), (150, 154, 150), (106, 124, 126), (70, 94, 96), (38, 62, 60))
    for index, tone in enumerate(tones):
        crest = height * (.555 + .05 * index)
        x = np.linspace(0, 1, width)
        line = crest - height * (.10 - .012 * index) * (noise((2, width), 3 + index, rng, 6)[0] - .42) * 2
        line -= height * .07 * np.exp(-((x - (.22, .80, .45, .08, .93)[index]) / .2) ** 2)
        floor = line.copy()
        if index >= 3:
            line = line - firs(width, rng, 11 + 10 * (index - 3))
        inside = smooth(-1.2, 1.2, yy - line[None, :])
        mist = smooth(0, height * .16, yy - floor[None, :]) * .42
        shade = np.array(tone) + mist[..., None] * (np.array((226, 190, 156)) - np.array(tone))
        data += inside[..., None] * (shade - data)
    return Image.fromarray(np.clip(data, 0, 255).astype(np.uint8))


def firs(width, rng, tall):
    """Heights of a row of firs along a ridge."""
    x = np.arange(width)
    line = np.zeros(width)
    for _ in range(150):
        at, height = rng.uniform(0, width), tall * rng.uniform(.4, 1.3)
        line = np.maximum(line, height - np.abs(x - at) * 3.2)
    return line + rng.random(width) * 1.6


def material(name, colour, roughness=.85, bump=0.0, scale=8.0, brick=False):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    skin = nodes["Principled BSDF"]
    skin.inputs["Roughness"].default_value = roughness
    skin.inputs["Specular IOR Level"].default_value = .25
    place = nodes.new("ShaderNodeTexCoord")
    cloud = nodes.new("ShaderNodeTexNoise")
    cloud.inputs["Scale"].default_value, cloud.inputs["Detail"].default_value = scale, 8
    links.new(place.outputs["UV" if brick else "Object"], cloud.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = .3, .72
    ramp.color_ramp.elements[0].color = (*[c * .45 for c in colour], 1)
    ramp.color_ramp.elements[1].color = (*[min(1, c * 1.35) for c in colour], 1)
    links.new(cloud.outputs["Fac"], ramp.inputs["Fac"])
    height, tint = cloud.outputs["Fac"], ramp.outputs["Color"]
    if brick:
        wall = nodes.new("ShaderNodeTexBrick")
        wall.inputs["Scale"].default_value = 1
        wall.inputs["Brick Width"].default_value, wall.inputs["Row Height"].default_value = .34, .13
        wall.inputs["Mortar Size"].default_value = .012
        wall.inputs["Color1"].default_value = (*colour, 1)
        wall.inputs["Color2"].default_value = (*[c * .6 for c in colour], 1)
        wall.inputs["Mortar"].default_value = (.16, .12, .10, 1)
        links.new(place.outputs["UV"], wall.inputs["Vector"])
        both = nodes.new("ShaderNodeMixRGB")
        both.blend_type = "OVERLAY"
        both.inputs[0].default_value = .55
        links.new(wall.outputs["Color"], both.inputs[1])
        links.new(ramp.outputs["Color"], both.inputs[2])
        tint = both.outputs["Color"]
        groove = nodes.new("ShaderNodeMath")
        groove.operation = "MULTIPLY_ADD"
        groove.inputs[1].default_value = -1.2
        links.new(wall.outputs["Fac"], groove.inputs[0])
        links.new(cloud.outputs["Fac"], groove.inputs[2])
        height = groove.outputs[0]
    links.new(tint, skin.inputs["Base Color"])
    if bump:
        relief = nodes.new("ShaderNodeBump")
        relief.inputs["Strength"].default_value, relief.inputs["Distance"].default_value = bump, .05
        links.new(height, relief.inputs["Height"])
        links.new(relief.outputs["Normal"], skin.inputs["Normal"])
    return made


def glow(name, colour, strength, image=None):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    light, out = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    light.inputs[0].default_value, light.inputs[1].default_value = (*colour, 1), strength
    if image:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = image
        links.new(texture.outputs[0], light.inputs[0])
    links.new(light.outputs[0], out.inputs[0])
    return made


def mesh(name, points, uv, surface, cyclic=False):
    """A grid of points (n, m, 3) with uv (n, m, 2) as an object."""
    n, m = points.shape[:2]
    grid = np.arange(n * m).reshape(n, m)
    quads = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], -1).reshape(-1, 4)
    made = bpy.data.meshes.new(name)
    made.from_pydata(points.reshape(-1, 3).tolist(), [], quads.tolist())
    made.polygons.foreach_set("use_smooth", [True] * len(made.polygons))
    layer = made.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", uv.reshape(-1, 2)[quads.ravel()].astype(np.float32).ravel())
    thing = bpy.data.objects.new(name, made)
    thing.data.materials.append(surface)
    bpy.context.collection.objects.link(thing)
    return thing


def vault(brick):
    """The kiln's body: a catenary vault climbing from the fire mouth at the front to the chimney at the back."""
    s = np.linspace(0, 1, 60)[:, None]
    a = np.linspace(0, math.pi, 60)[None, :]
    swell = (0.80 + .55 * np.sin(np.clip(s * 1.25, 0, 1) * math.pi * .62)) * (1 - .55 * smooth(.72, 1, s))
    x = np.cos(a) * swell * (1 + 0 * s)
    z = np.sin(a) ** .86 * swell * 1.08 + .30 * s
    y = 3.3 * s - .25 * np.sin(a) * (1 - s)
    points = np.stack([x + .45 * s ** 1.2, y + 0 * a, z], -1)
    mesh("vault", points, np.stack([a * 1.15 + 0 * s, s * 3.4 + 0 * a], -1), brick)


def front(brick, fire, soot):
    """The front wall with its arched mouth, in a ring of bricks."""
    a = np.linspace(0, math.pi, 60)[None, :]
    for name, inner, outer, y, surface in (("front", .44, .84, -.26, brick), ("ring", .36, .47, -.33, soot)):
        r = np.linspace(0, 1, 12)[:, None]
        tall_in, tall_out = 1.28 * inner, (1.06 if name == "front" else 1.28) * outer
        x = np.cos(a) * (inner + (outer - inner) * r)
        z = np.sin(a) ** .86 * (tall_in + (tall_out - tall_in) * r)
        mesh(name, np.stack([x, y + .02 * r + 0 * a, z], -1), np.stack([a * .8 + 0 * r, r * .5 + 0 * a], -1), surface)
    r = np.linspace(0, 1, 8)[:, None]
    x, z = np.cos(a) * .44 * r, np.sin(a) ** .86 * .56 * r
    mesh("fire", np.stack([x, .16 + 0 * x, z], -1), np.stack([x + .5, z / .6], -1), glow("fire", (1, .5, .1), 1.9, fire))


def flames(size=300):
    """What shows through the mouth: tongues of fire over a white-hot bed."""
    rng = np.random.default_rng(6)
    yy, xx = np.mgrid[1:0:size * 1j, -1:1:size * 1j]
    tongue = noise((size, size), 6, rng, 4) * .7 + noise((size, size), 3, rng, 3) * .3
    heat = 1.25 - np.hypot(xx * 1.25, yy * 1.15) + (tongue - .5) * 1.1
    stops = (0, .25, .5, .8, 1.1)
    colours = ((40, 8, 4), (150, 34, 8), (238, 96, 18), (255, 176, 60), (255, 236, 176))
    data = np.stack([np.interp(heat, stops, [c[k] for c in colours]) for k in range(3)], -1)
    return Image.fromarray(data.astype(np.uint8))


def stack(brick):
    """The chimney, tapering."""
    h = np.linspace(0, 1, 30)[:, None]
    a = np.linspace(0, 2 * math.pi, 41)[None, :]
    square = 1 / np.maximum(np.abs(np.cos(a)), np.abs(np.sin(a))) ** .92
    size = .36 - .10 * h + .05 * smooth(.93, .97, h)
    x, y = np.cos(a) * square * size, np.sin(a) * square * size
    top = CHIMNEY[2]
    mesh("chimney", np.stack([x + CHIMNEY[0], y + CHIMNEY[1] + 1.3, h * top + 0 * a], -1),
         np.stack([a * .42 + 0 * h, h * 2.9 + 0 * a], -1), brick)


def pot(profile, where, scale, surface):
    r = np.interp(np.linspace(0, 1, 40), np.linspace(0, 1, len(profile)), profile)[:, None]
    r = np.convolve(np.pad(r[:, 0], 3, "edge"), np.ones(7) / 7, "valid")[:, None]
    a = np.linspace(0, 2 * math.pi, 49)[None, :]
    h = np.linspace(0, 1, 40)[:, None]
    points = np.stack([np.cos(a) * r, np.sin(a) * r, h + 0 * a], -1) * scale + np.array(where)
    mesh("pot", points, np.zeros((40, 49, 2)), surface)


def log(where, length, radius, turn, surface, cut):
    bpy.ops.mesh.primitive_cylinder_add(radius=radius, depth=length, location=where, rotation=(math.pi / 2, 0, turn), vertices=24)
    thing = bpy.context.object
    thing.data.materials.append(surface)
    thing.data.materials.append(cut)
    for side in thing.data.polygons:
        side.material_index = int(len(side.vertices) > 4)


def ground(surface, grass):
    rng = np.random.default_rng(8)
    n = 220
    x, y = np.meshgrid(np.linspace(-12, 12, n), np.linspace(-6, 16, n), indexing="xy")
    z = (noise((n, n), 7, rng) - .5) * .34 - .02
    near = np.exp(-(x ** 2 + (y - 0) ** 2) / 6)
    z = z * (1 - .85 * near) + .35 * smooth(5, 14, y) - .05
    mesh("ground", np.stack([x, y, z], -1), np.stack([x, y], -1), surface)
    blades = []
    for _ in range(26000):
        bx, by = rng.uniform(-9, 9), rng.uniform(-5.5, 9)
        bare = math.exp(-(bx ** 2 * .5 + (by + .8) ** 2 * .35) / 1.6)
        if rng.random() < bare * 1.6 or (abs(bx - .3) < 1.35 and -.2 < by < 3.6):
            continue
        i, j = int((by + 6) / 22 * (n - 1)), int((bx + 12) / 24 * (n - 1))
        tall, lean, face = rng.uniform(.08, .30) * (1.2 - bare), rng.normal(0, .10, 2), rng.uniform(0, math.pi)
        w = .012
        c, s = math.cos(face) * w, math.sin(face) * w
        blades.append(((bx - c, by - s, z[i, j] - .03), (bx + c, by + s, z[i, j] - .03), (bx + lean[0], by + lean[1], z[i, j] + tall)))
    made = bpy.data.meshes.new("grass")
    made.from_pydata([p for b in blades for p in b], [], [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(blades))])
    thing = bpy.data.objects.new("grass", made)
    made.materials.append(grass)
    bpy.context.collection.objects.link(thing)


def lamp(kind, where, energy, colour, size=1.0, at=(0, 0, 0)):
    light = bpy.data.lights.new(kind, kind)
    light.energy, light.color = energy, colour
    if kind == "AREA":
        light.size = size
    else:
        light.shadow_soft_size = size
    thing = bpy.data.objects.new(kind, light)
    thing.location = where
    thing.rotation_euler = (Vector(at) - Vector(where)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def scene(folder, width, samples):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    brick = material("brick", (.40, .17, .095), bump=.9, scale=5, brick=True)
    soot = material("soot", (.13, .07, .05), bump=.5, scale=14)
    earth = material("earth", (.11, .085, .055), bump=.8, scale=9)
    grass = material("grass", (.075, .105, .05), scale=1.2)
    bark, cut = material("bark", (.13, .09, .065), bump=.8, scale=20), material("cut", (.50, .33, .18), scale=9)
    vault(brick)
    flames().save(folder / "flames.png")
    front(brick, bpy.data.images.load(str(folder / "flames.png")), soot)
    stack(brick)
    ground(earth, grass)
    rng = np.random.default_rng(3)
    for row in range(4):
        for k in range(7 - row):
            log((-2.75 + k * .235 + row * .118 + rng.normal(0, .012), .15 + rng.normal(0, .05), .08 + row * .2), .9, .112 + rng.normal(0, .008), rng.normal(0, .03), bark, cut)
    log((-.95, -.95, .03), .8, .09, 1.2, bark, cut)
    for profile, where, scale, colour in (
            ((.22, .36, .46, .49, .46, .36, .20, .17, .18), (1.25, -.72, -.05), .60, (.62, .56, .46)),
            ((.20, .30, .40, .43, .42, .40, .41), (1.72, -.42, -.05), .36, (.08, .24, .21)),
            ((.16, .30, .38, .42, .44), (1.62, -1.08, -.05), .26, (.60, .50, .38)),
            ((.18, .24, .30, .32, .28, .16, .11, .11, .16), (2.10, -.80, -.05), .74, (.26, .12, .07))):
        pot(profile, where, scale, material("glaze", colour, roughness=.28, scale=3))
    picture = folder / "sky.png"
    sky().save(picture)
    bpy.ops.mesh.primitive_plane_add(size=1, location=(4.2, 26, 6.15), rotation=(math.pi / 2, 0, 0))
    plane = bpy.context.object
    plane.scale = (31.5, 15.75, 1)
    plane.data.materials.append(glow("sky", (1, 1, 1), 1.0, bpy.data.images.load(str(picture))))
    plane.visible_diffuse = plane.visible_glossy = plane.visible_shadow = False
    lamp("POINT", (0, -.62, .34), 95, (1, .42, .12), .22)
    lamp("AREA", (7, 9, 4.2), 900, (1, .66, .40), 3, (0, 1, .6))
    lamp("AREA", (-6, -4, 7), 330, (.62, .78, .95), 7, (0, 1, 0))
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (.50, .52, .54, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = .42
    camera = bpy.data.cameras.new("camera")
    camera.lens, camera.sensor_width = 42, 36
    eye = bpy.data.objects.new("camera", camera)
    eye.location = (-1.15, -7.4, 1.75)
    eye.rotation_euler = (Vector((.12, .6, 1.62)) - eye.location).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(eye)
    stage = bpy.context.scene
    stage.camera = eye
    stage.render.engine = "CYCLES"
    stage.cycles.samples, stage.cycles.use_denoising, stage.cycles.max_bounces = samples, True, 5
    stage.render.threads_mode, stage.render.threads = "FIXED", 2
    stage.render.resolution_x, stage.render.resolution_y = width, round(width * .625)
    stage.view_settings.view_transform = "Standard"
    return stage, eye


def smoke(path, mouth, out):
    """Draws the plume from `mouth` (0..1 from the upper left), then develops the print."""
    rng = np.random.default_rng(14)
    data = np.asarray(Image.open(path).convert("RGB"), float)
    h, w = data.shape[:2]
    yy, xx = np.mgrid[:h, :w]
    rise = (mouth[1] * h - yy) / (mouth[1] * h)                       # 0 at the mouth, 1 at the top edge
    up = np.clip(rise, 0, 1)
    warp = (noise((h, w), 5, rng, 4) - .5) * .20 * up ** .6 + (noise((h, w), 14, rng, 4) - .5) * .08 * up ** .5
    centre = mouth[0] - .015 * up + .10 * up ** 2 + .018 * np.sin(up * 9 + .4) * up
    spread = .016 + .085 * up
    across = (xx / w - centre + warp) / spread
    body = np.exp(-across ** 2) * smooth(-.004, .03, rise)
    wisps = smooth(.26, .74, noise((h, w), 11, rng, 6))
    alpha = body * (.42 + 1.0 * wisps) * (1.5 - 1.0 * up)
    lit = smooth(-1.3, 1.2, across)[..., None]
    tone = np.array((98, 112, 126)) * (1 - lit) + np.array((244, 238, 232)) * lit
    ember = np.exp(-(np.hypot((xx / w - mouth[0]) * w / h, yy / h - mouth[1]) / .05) ** 2)[..., None]
    tone = tone + ember * np.array((60, 10, -40))
    data = data + np.clip(alpha, 0, .92)[..., None] * (tone - data)
    data = data + rng.normal(0, 1.3, (h, w, 1))
    print_ = Image.fromarray(np.clip(data, 0, 255).astype(np.uint8))
    ImageEnhance.Color(print_).enhance(1.06).filter(ImageFilter.UnsharpMask(1.2, 40, 2)).save(out, quality=82, method=6)


def main():
    out = Path(sys.argv[1]).resolve()
    width = int(sys.argv[2]) if len(sys.argv) > 2 else 960
    samples = int(sys.argv[3]) if len(sys.argv) > 3 else 110
    from bpy_extras.object_utils import world_to_camera_view
    with tempfile.TemporaryDirectory() as folder:
        stage, eye = scene(Path(folder), width, samples)
        stage.render.filepath = str(Path(folder) / "raw.png")
        stage.render.image_settings.file_format = "PNG"
        bpy.ops.render.render(write_still=True)
        top = world_to_camera_view(stage, eye, Vector((CHIMNEY[0], CHIMNEY[1] + 1.3, CHIMNEY[2] + .02)))
        smoke(stage.render.filepath, (top.x, 1 - top.y), out)


if __name__ == "__main__":
    main()
