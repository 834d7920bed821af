// What the phone is made of. Shaders write colours as a screen shows them.
"use strict";

const materials = {
  // A material of a shader whose colour() returns a point's colour and transparency. It knows where the point is (place,
  // points), where the camera sees it (seen, and as far from the phone's middle: off) and where its surface faces there (facing).
  make(colour, uniforms = {}) {
    return new THREE.ShaderMaterial({
      uniforms,
      vertexShader: `
        centroid varying vec3 place, seen, off, facing;
        void main() {
          place = position;
          vec4 at = modelViewMatrix * vec4(position, 1.0);
          seen = at.xyz;
          off = seen - (modelViewMatrix * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
          facing = normalMatrix * normal;
          gl_Position = projectionMatrix * at;
        }`,
      fragmentShader: `
        centroid varying vec3 place, seen, off, facing;
        ${colour}
        void main() { gl_FragColor = colour(); }`,
    });
  },

  // What mirrors the room: its colour head on, how much it blurs, and how much light it scatters by itself. Code may
  // change them by the place.
  shiny(head, blur, scattered, code = "") {
    const vector = (v) => `vec3(${v.map((x) => x.toFixed(4)).join(", ")})`;
    return this.make(`
      ${light.glsl()}
      vec3 display(vec3 c) {
        c = mix(c, 0.6 + 0.4 * (1.0 - exp((0.6 - c) / 0.4)), step(0.6, c)); // bright spots roll off
        return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
      }
      vec4 colour() {
        vec3 head = ${vector(head)}, scattered = ${vector(scattered)};
        float blur = ${blur.toFixed(4)};
        ${code}
        vec3 from = normalize(seen), normal = normalize(facing);
        float grazing = pow(1.0 - min(abs(dot(from, normal)), 1.0), 5.0);
        vec3 c = (head + (1.0 - head) * grazing * 0.6) * room(reflect(from, normal), off, blur);
        c += scattered * room(normal, off, 0.9);
        return vec4(display(c), 1.0);
      }`);
  },

  // Natural titanium, with the antennas' plastic lines across it.
  titanium() {
    return this.shiny([0.5, 0.465, 0.43], 0.32, [0.03, 0.028, 0.026], `
      float line = (1.0 - smoothstep(2.1, 2.4, abs(abs(place.y) - 355.0))) * step(190.0, abs(place.x));
      head = mix(head, vec3(0.05), line);
      scattered = mix(scattered, vec3(0.11, 0.105, 0.1), line);`);
  },

  button() { return this.shiny([0.52, 0.485, 0.45], 0.26, [0.02, 0.02, 0.02]); },
  back() { return this.shiny([0.05, 0.05, 0.05], 0.5, [0.21, 0.2, 0.19]); },
  plastic() { return this.shiny([0.02, 0.02, 0.02], 0.5, [0.002, 0.002, 0.002]); },
  edge() { return this.shiny([0.035, 0.035, 0.035], 0.12, [0, 0, 0]); },
  flat(r, g, b) { return this.make(`vec4 colour() { return vec4(${[r, g, b].map((x) => x.toFixed(4)).join(", ")}, 1.0); }`); },

  // The front glass: black, under a soft reflection that grows towards the key and where the glass turns away.
  glass() { return this.make(this.sheen + "vec4 colour() { return vec4(vec3(sheen()), 1.0); }"); },

  // The screen's light behind the glass: what is not reflected passes, so that white stays white.
  light() { return this.make(this.sheen + "vec4 colour() { return vec4(vec3(1.0 - sheen()), 1.0); }"); },

  sheen: `
    float sheen() {
      float key = smoothstep(0.0, 1.0, (dot(place.xy, vec2(-0.62, 0.78)) / 453.0 + 0.1) * 0.8);
      float away = 1.0 - abs(dot(normalize(seen), normalize(facing)));
      return 0.030 * key + 0.012 * away * away;
    }
  `,

  // The lens in the island, a little lighter than the black around it.
  lens(x, y) {
    return this.make(`
      vec4 colour() {
        float r = length(place.xy - vec2(${(x - 0.5).toFixed(2)}, ${(y + 0.5).toFixed(2)})) / 6.0;
        vec3 c = mix(vec3(0.106, 0.137, 0.314), vec3(0.047, 0.063, 0.161), smoothstep(0.0, 0.32, r));
        c = mix(c, vec3(0.027, 0.031, 0.059), smoothstep(0.32, 0.6, r));
        c = mix(c, vec3(0.051, 0.051, 0.067), smoothstep(0.6, 0.74, r));
        return vec4(mix(c, vec3(0.02), smoothstep(0.74, 1.0, r)), 1.0);
      }`);
  },

  // The shadow on a plane behind the phone: close and dark, and wide and soft. The blurred step of a straight edge
  // follows the body's outline. It fades before the picture ends: view has the picture's left, bottom, right and top,
  // as seen at the distance 1, and fade is how wide it fades there.
  shadow(view, fade) {
    return this.make(`
      uniform vec4 view;
      uniform float fade;
      float blurred(vec2 at, float inset, float sigma) {
        vec2 q = abs(at) - vec2(217.0, 453.0) + inset + 78.0;
        float x = (length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 78.0) / sigma;
        return 1.0 / (1.0 + exp(x * (1.5957 + 0.0713 * x * x))); // the normal distribution, within 0.0002
      }
      vec4 colour() {
        float close = 0.36 * blurred(place.xy - vec2(2.0, -4.0), 2.0, 7.0);
        float wide = 0.36 * blurred(place.xy - vec2(10.0, -26.0), 4.0, 32.0);
        vec2 at = seen.xy / -seen.z;
        vec2 edge = smoothstep(0.0, fade, min(at - view.xy, view.zw - at));
        return vec4(0.0, 0.0, 0.0, (1.0 - (1.0 - close) * (1.0 - wide)) * edge.x * edge.y);
      }`, { view: { value: view }, fade: { value: fade } });
  },
};
