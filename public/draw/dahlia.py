#!/usr/bin/env python3
"""Draws dahlia.webp: a peach ball dahlia in the last light, modelled petal by petal and path-traced.

    pip install bpy==5.0.1 numpy pillow==13.0.0      (Python 3.11)
    python3 dahlia.py OUT.webp [WIDTH] [SAMPLES]

Every petal is a cupped sheet set by the golden angle; its colour runs from ember at
the heart to cream at the rim. The garden behind is a painted plane, out of focus.
"""
import math
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

GOLDEN = math.pi * (3 - math.sqrt(5))
ROWS, COLS = 28, 31


def smooth(edge0, edge1, x):
    t = np.clip((x - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return a + (b - a) * t


def petal(index, count, rng):
    """Vertices (ROWS·COLS, 3) and linear colours of petal `index`; the flower faces +z."""
    age = index / (count - 1)                       # 0 the heart, 1 the oldest row
    turn = index * GOLDEN + rng.normal(0, 0.035)
    lean = mix(-0.10, 1.80, age ** 0.55) + rng.normal(0, 0.025)
    length = mix(0.30, 1.0, smooth(0, 0.85, age) ** 0.8) * (1 + rng.normal(0, 0.025))
    width = mix(0.060, 0.235, smooth(0, 0.62, age) ** 0.85) * (1 + rng.normal(0, 0.03))
    curl = mix(2.15, 1.02, smooth(0.02, 0.75, age)) + rng.normal(0, 0.05)
    u = 1 - (1 - np.linspace(0, 1, ROWS)[:, None]) ** 1.8        # closer rows where the tip turns
    v = np.linspace(-1, 1, COLS)[None, :]

    # Along the petal: it leaves the heart steeply, arches out, and its tip turns in again.
    angle = lean * mix(0.55, 1.12, smooth(0, 0.6, u)) - mix(1.15, 0.36, smooth(0, 0.8, age)) * smooth(0.55, 1.05, u)
    step = length * np.diff(u, axis=0, prepend=0)
    out = np.cumsum(np.sin(angle) * step, axis=0)
    up = np.cumsum(np.cos(angle) * step, axis=0)
    base = 0.012 + 0.24 * math.sqrt(age)
    spine_r = base + out - out[0]
    spine_z = mix(0.33, -0.10, smooth(0, 0.7, age)) + up - up[0]

    # Across it: an arc whose ends rise towards the viewer; the tip is round with a slight point.
    rim = np.clip((u - 0.60) / 0.40, 0, 1)
    outline = np.sqrt(np.clip(1 - rim ** 2.2, 0, 1)) * mix(0.34, 1, smooth(0, 0.62, u))
    half = width * outline
    bend = curl * mix(1.0, 0.80, smooth(0.5, 1, u)) * mix(0.65, 1, smooth(0, 0.4, u))
    lean_side = rng.normal(0, 0.06)
    across = half / bend * np.sin(bend * v) * 1.18
    rise = half / bend * (1 - np.cos(bend * v)) * 1.05 + lean_side * half * v
    phase = rng.uniform(0, 6)
    ripple = 0.0035 * np.sin(v * 11 + phase) + 0.0016 * np.sin(v * 34 + phase * 2)
    rise = rise + ripple * smooth(0.1, 0.6, u) * (1 - 0.6 * smooth(0.8, 1, u))
    normal_r, normal_z = -np.cos(angle), np.sin(angle)
    r = spine_r + normal_r * rise
    z = spine_z + normal_z * rise
    x = r * math.cos(turn) - across * math.sin(turn)
    y = r * math.sin(turn) + across * math.cos(turn)
    points = np.stack([x, y, z + 0 * v], -1).reshape(-1, 3)

    ember, orange, peach, cream = (np.array(c) for c in
                                   ((0.72, 0.035, 0.004), (0.98, 0.17, 0.012), (1.0, 0.42, 0.10), (1.0, 0.70, 0.36)))
    a = smooth(0.02, 0.62, age)
    deep = mix(ember, orange, smooth(0.15, 0.9, age))
    tip = mix(mix(ember, orange, 0.65), mix(peach, cream, smooth(0.35, 0.95, age)), a)
    along = smooth(mix(0.30, 0.10, a), mix(1.02, 0.80, a), u)[..., None]
    colour = mix(deep, tip, along)
    edge = (np.abs(v) ** 3 * smooth(0.25, 0.7, u) + smooth(0.86, 1, u) * 0.6)[..., None]
    colour = mix(colour, mix(tip, cream, 0.55), np.clip(edge, 0, 1) * mix(0.25, 0.6, a))
    fine = np.sin(v * 34 + phase * 2) * 0.5 + np.sin(v * 19 + phase) * 0.5
    veins = 1 + 0.10 * fine * smooth(0.05, 0.4, u) * (1 - 0.7 * smooth(0.75, 1, u))
    blush = 1 - 0.16 * rng.random() * np.exp(-((v - rng.uniform(-1, 1)) ** 2) * 2) * smooth(1, 0.3, u)
    veins = veins * blush
    colour = colour * (veins * (1 + rng.normal(0, 0.03)))[..., None]
    return points, np.clip(colour, 0, 1).reshape(-1, 3)


def flower(name, seed, count=210):
    """One bloom as a mesh object with a colour for each vertex."""
    rng = np.random.default_rng(seed)
    grid = np.arange(ROWS * COLS).reshape(ROWS, COLS)
    quads = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], -1).reshape(-1, 4)
    points, colours, faces = [], [], []
    for index in range(count):
        p, c = petal(index, count, rng)
        faces.append(quads + index * ROWS * COLS)
        points.append(p)
        colours.append(c)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.concatenate(points).tolist(), [], np.concatenate(faces).tolist())
    layer = mesh.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    rgba = np.concatenate([np.concatenate(colours), np.ones((len(points) * ROWS * COLS, 1))], 1)
    layer.data.foreach_set("color", rgba.astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    return thing


def heart(parent):
    """The dome that the petals stand on, so that no light comes through the middle."""
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.27, segments=48, ring_count=24)
    thing = bpy.context.object
    thing.parent, thing.scale, thing.location = parent, (1, 1, 1.15), (0, 0, 0.02)
    layer = thing.data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    layer.data.foreach_set("color", np.tile(np.array([0.5, 0.03, 0.006, 1], np.float32), len(thing.data.vertices)))
    return thing


def petal_material():
    """Thin, matt, half letting light through."""
    material = bpy.data.materials.new("petal")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    tint = nodes.new("ShaderNodeVertexColor")
    tint.layer_name = "tint"
    skin = nodes.new("ShaderNodeBsdfPrincipled")
    skin.inputs["Roughness"].default_value = 0.52
    skin.inputs["Specular IOR Level"].default_value = 0.28
    skin.inputs["Sheen Weight"].default_value = 0.12
    through = nodes.new("ShaderNodeBsdfTranslucent")
    both = nodes.new("ShaderNodeMixShader")
    both.inputs[0].default_value = 0.36
    out = nodes.new("ShaderNodeOutputMaterial")
    links.new(tint.outputs[0], skin.inputs["Base Color"])
    links.new(tint.outputs[0], through.inputs["Color"])
    links.new(skin.outputs[0], both.inputs[1])
    links.new(through.outputs[0], both.inputs[2])
    links.new(both.outputs[0], out.inputs[0])
    return material


def emission(name, image):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = image
    glow = nodes.new("ShaderNodeEmission")
    out = nodes.new("ShaderNodeOutputMaterial")
    glow.inputs[1].default_value = 1.4
    links.new(texture.outputs[0], glow.inputs[0])
    links.new(glow.outputs[0], out.inputs[0])
    return material


def lens(picture, radius):
    """Blur by a disc, as a lens does, in linear light so that bright leaves keep their weight."""
    data = (np.asarray(picture, np.float32) / 255) ** 2.2
    h, w = data.shape[:2]
    yy, xx = np.mgrid[:h, :w]
    yy, xx = np.minimum(yy, h - yy), np.minimum(xx, w - xx)
    disc = np.clip(radius + .5 - np.hypot(yy, xx), 0, 1)
    kernel = np.fft.rfft2(disc / disc.sum())
    done = np.stack([np.fft.irfft2(np.fft.rfft2(data[..., c]) * kernel, s=(h, w)) for c in range(3)], -1)
    return Image.fromarray((np.clip(done, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8))


def garden(size=1000, seed=5):
    """Leaves and gaps of evening light, far behind the bloom."""
    rng = np.random.default_rng(seed)
    layers = Image.new("RGB", (size, size), (8, 26, 27))
    for radius, count, palette in (
            (60, 90, ((8, 62, 70), (10, 84, 96), (7, 34, 30), (10, 46, 34), (3, 14, 14))),
            (30, 90, ((14, 104, 118), (12, 84, 98), (6, 34, 28), (16, 66, 44), (3, 12, 13), (5, 22, 20))),
            (17, 60, ((22, 128, 138), (20, 92, 66), (5, 24, 21), (34, 104, 72), (62, 46, 30), (4, 16, 16)))):
        draw = ImageDraw.Draw(layers, "RGBA")
        for _ in range(count):
            cx, cy = rng.uniform(-60, size + 60, 2)
            long, turn = rng.uniform(30, 130), rng.normal(0.9, 0.7)
            wide = long * rng.uniform(0.18, 0.42)
            s = np.linspace(-1, 1, 14)
            half = np.cos(s * math.pi / 2) * wide
            side = np.concatenate([np.stack([s * long, half], 1), np.stack([s[::-1] * long, -half[::-1]], 1)])
            c, n = math.cos(turn), math.sin(turn)
            shape = side @ np.array([[c, n], [-n, c]]) + (cx, cy)
            tone = np.array(palette[rng.integers(len(palette))]) * rng.uniform(0.7, 1.15)
            # Light comes from the upper left.
            tone = tone * (1.8 - 1.1 * (cx + cy) / (2 * size))
            draw.polygon([tuple(p) for p in shape], fill=(*(int(min(255, t)) for t in tone), int(rng.uniform(120, 235))))
        layers = lens(layers, radius)
    return ImageEnhance.Color(layers.filter(ImageFilter.GaussianBlur(9))).enhance(0.62)


def sprig(name, where, scale, turn, colour):
    """A leaf close behind the bloom, as a bent sheet."""
    rows, cols = 60, 33
    u, v = np.meshgrid(np.linspace(0, 1, rows), np.linspace(-1, 1, cols), indexing="ij")
    half = 0.34 * np.sin(np.pi * u ** 0.8) ** 0.9
    points = np.stack([u, half * v, 0.30 * np.abs(v) * half - 0.25 * u ** 2 + 0.02 * np.sin(u * 22) * np.abs(v)], -1)
    grid = np.arange(rows * cols).reshape(rows, cols)
    quads = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], -1).reshape(-1, 4)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.reshape(-1, 3).tolist(), [], quads.tolist())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    layer = mesh.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    ribs = np.exp(-(v * 9) ** 2) * 0.9 + 0.35 * smooth(0.55, 1, np.sin(u * 46 - np.abs(v) * 13))
    shade = (0.35 + 0.75 * u) * (1 + ribs) * (1 - 0.25 * np.abs(v))
    tint = np.concatenate([shade[..., None] * np.array(colour), np.ones((rows, cols, 1))], -1)
    layer.data.foreach_set("color", tint.astype(np.float32).ravel())
    thing = bpy.data.objects.new(name, mesh)
    thing.location, thing.scale, thing.rotation_euler = where, (scale,) * 3, turn
    bpy.context.collection.objects.link(thing)
    return thing


def area(name, where, energy, size, colour, at=(0, 0, 0)):
    from mathutils import Vector
    light = bpy.data.lights.new(name, "AREA")
    light.energy, light.size, light.color = energy, size, colour
    thing = bpy.data.objects.new(name, light)
    thing.location = where
    thing.rotation_euler = (Vector(at) - Vector(where)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def scene(folder, width, samples):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    material = petal_material()
    bloom = flower("bloom", 11)
    bloom.rotation_euler = (math.radians(-17), math.radians(9), 0.4)
    bloom.location = (-0.10, 0.16, 0)
    second = flower("second", 4)
    second.scale = (0.94,) * 3
    second.location = (0.38, -2.42, -1.7)
    second.rotation_euler = (math.radians(-30), math.radians(-10), 1.9)
    things = [bloom, second]
    for parent in (bloom, second):
        things.append(heart(parent))
    for index, (where, scale, turn, colour) in enumerate((
            ((0.45, -0.75, -2.6), 1.25, (0.25, 0.15, -0.62), (0.035, 0.105, 0.05)),
            ((-0.45, -0.85, -2.8), 1.3, (-0.3, 0.15, -2.62), (0.03, 0.09, 0.055)),
            ((0.22, -0.7, -1.6), 0.5, (0.2, 0.3, -1.75), (0.16, 0.09, 0.05)))):
        things.append(sprig(f"leaf {index}", where, scale, turn, colour))
    for thing in things:
        thing.data.materials.append(material)

    picture = folder / "garden.png"
    garden().save(picture)
    bpy.ops.mesh.primitive_plane_add(size=9, location=(0, 0, -8))
    plane = bpy.context.object
    plane.data.materials.append(emission("garden", bpy.data.images.load(str(picture))))
    plane.visible_diffuse = plane.visible_glossy = plane.visible_transmission = plane.visible_shadow = False

    area("sun", (-3.6, 4.2, 4.6), 520, 1.5, (1.0, 0.83, 0.62))
    area("leaves", (-3.0, 1.5, -1.2), 130, 2.0, (0.9, 1.0, 0.85), (0, -1.4, -3.3))
    area("sky", (2.6, 2.6, 5.5), 120, 5.0, (0.80, 0.92, 1.0))
    area("rim", (3.6, 2.2, -2.4), 170, 1.8, (1.0, 0.70, 0.42))
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.16, 0.24, 0.25, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.55

    camera = bpy.data.cameras.new("camera")
    camera.lens, camera.sensor_width = 90, 36
    eye = bpy.data.objects.new("camera", camera)
    eye.location = (0.0, 0.0, 9.4)
    camera.dof.use_dof = True
    camera.dof.focus_distance = 8.75
    camera.dof.aperture_fstop = 0.9
    bpy.context.collection.objects.link(eye)
    stage = bpy.context.scene
    stage.camera = eye
    stage.render.engine = "CYCLES"
    stage.cycles.samples = samples
    stage.cycles.use_denoising = True
    stage.cycles.max_bounces = 8
    stage.cycles.transmission_bounces = 6
    stage.render.threads_mode, stage.render.threads = "FIXED", 2
    stage.render.resolution_x, stage.render.resolution_y = width, round(width * 0.95)
    stage.view_settings.view_transform = "AgX"
    stage.view_settings.look = "AgX - Punchy"
    stage.view_settings.exposure = 0.85
    return stage


def develop(path, out):
    """The print: richer colour, a little contrast, corners a shade darker, fine grain."""
    picture = ImageEnhance.Color(Image.open(path).convert("RGB")).enhance(1.28)
    data = np.asarray(ImageEnhance.Contrast(picture).enhance(1.05), np.float32)
    h, w = data.shape[:2]
    yy, xx = np.mgrid[-1:1:h * 1j, -1:1:w * 1j]
    data = data * (1 - 0.16 * smooth(0.7, 1.5, np.hypot(xx, yy)))[..., None]
    data = data + np.random.default_rng(2).normal(0, 1.4, (h, w, 1))
    Image.fromarray(np.clip(data, 0, 255).astype(np.uint8)).save(out, quality=84, method=6)


def main():
    out = Path(sys.argv[1]).resolve()
    width = int(sys.argv[2]) if len(sys.argv) > 2 else 1200
    samples = int(sys.argv[3]) if len(sys.argv) > 3 else 110
    with tempfile.TemporaryDirectory() as folder:
        stage = scene(Path(folder), width, samples)
        stage.render.filepath = str(Path(folder) / "raw.png")
        stage.render.image_settings.file_format = "PNG"
        bpy.ops.render.render(write_still=True)
        develop(stage.render.filepath, out)


if __name__ == "__main__":
    main()
