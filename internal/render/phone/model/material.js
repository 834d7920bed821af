// What the phone is made of, as three.js materials. Colours leave their shaders as a screen shows them: nothing but the
// body's own bright spots is toned down.
"use strict";

const display = `
vec3 display(vec3 c) {
  c = mix(c, 0.7 + 0.3 * (1.0 - exp((0.7 - c) / 0.3)), step(0.7, c)); // highlights roll off
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
`;

// Takes part of a built-in shader over: what its fragments declare, and what replaces which of its chunks.
function adapt(material, declare, chunks) {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "varying vec3 place;\nvoid main() {\nplace = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", `varying vec3 place;\n${display}${declare}\nvoid main() {`)
      .replace("#include <tonemapping_fragment>", "")
      .replace("#include <colorspace_fragment>", "gl_FragColor.rgb = display(gl_FragColor.rgb);");
    for (const [name, code] of Object.entries(chunks)) {
      shader.fragmentShader = shader.fragmentShader.replace(`#include <${name}>`, `#include <${name}>\n${code}`);
    }
  };
  material.customProgramCacheKey = () => JSON.stringify(chunks);
  return material;
}

const materials = {
  // Natural titanium, with the antennas' plastic lines across it.
  titanium() {
    const line = `float line = 1.0 - smoothstep(2.0, 2.5, abs(abs(place.y) - 355.0));\nline *= step(190.0, abs(place.x));`;
    return adapt(new THREE.MeshStandardMaterial({ color: 0xb9b2aa, metalness: 1, roughness: 0.3 }), "", {
      color_fragment: line + "\ndiffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.16, 0.15, 0.14), line);",
      metalnessmap_fragment: "metalnessFactor *= 1.0 - line;",
      roughnessmap_fragment: "roughnessFactor = mix(roughnessFactor, 0.5, line);",
    });
  },

  button: () => adapt(new THREE.MeshStandardMaterial({ color: 0xb9b2aa, metalness: 1, roughness: 0.26 }), "", {}),
  plastic: () => adapt(new THREE.MeshStandardMaterial({ color: 0x0b0b0b, metalness: 0, roughness: 0.6 }), "", {}),
  edge: () => adapt(new THREE.MeshStandardMaterial({ color: 0x020202, metalness: 0, roughness: 0.12 }), "", {}),

  // The front glass: black, under a soft reflection of the key that ends along a line across the phone.
  glass() {
    return new THREE.ShaderMaterial({
      vertexShader: `
        varying vec3 seen, place, normalSeen;
        void main() {
          place = position;
          vec4 at = modelViewMatrix * vec4(position, 1.0);
          seen = at.xyz;
          normalSeen = normalMatrix * normal;
          gl_Position = projectionMatrix * at;
        }`,
      fragmentShader: `
        varying vec3 seen, place, normalSeen;
        void main() {
          vec3 mirrored = reflect(normalize(seen), normalize(normalSeen));
          float key = smoothstep(0.0, 1.0, (dot(place.xy, vec2(-0.62, 0.78)) / 453.0 + 0.1) * 0.8);
          float facing = 1.0 - abs(dot(normalize(seen), normalize(normalSeen)));
          float sheen = 0.028 * key + 0.012 * pow(facing, 2.0);
          gl_FragColor = vec4(vec3(sheen), 1.0);
        }`,
    });
  },

  flat: (r, g, b) => new THREE.ShaderMaterial({
    uniforms: { color: { value: new THREE.Vector3(r, g, b) } },
    vertexShader: "void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: "uniform vec3 color; void main() { gl_FragColor = vec4(color, 1.0); }",
  }),

  // The lens in the island, a little lighter than the black around it.
  lens: (x, y) => new THREE.ShaderMaterial({
    uniforms: { middle: { value: new THREE.Vector2(x, y) } },
    vertexShader: "varying vec2 place; void main() { place = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: `
      uniform vec2 middle;
      varying vec2 place;
      void main() {
        vec2 from = place - middle;
        float r = length(from - vec2(-0.5, 0.5)) / 6.0;
        vec3 color = mix(vec3(0.106, 0.137, 0.314), vec3(0.047, 0.063, 0.161), smoothstep(0.0, 0.32, r));
        color = mix(color, vec3(0.027, 0.031, 0.059), smoothstep(0.32, 0.6, r));
        color = mix(color, vec3(0.051, 0.051, 0.067), smoothstep(0.6, 0.74, r));
        color = mix(color, vec3(0.02), smoothstep(0.74, 1.0, r));
        gl_FragColor = vec4(color, 1.0);
      }`,
  }),

  // The shadow on a plane behind the phone: close and dark, and wide and soft. The blurred step of a straight edge
  // follows the body's outline. It ends before the picture does.
  shadow: () => new THREE.ShaderMaterial({
    uniforms: { view: { value: new THREE.Vector4() }, fade: { value: 0 } },
    vertexShader: `
      varying vec2 place;
      varying vec3 clip;
      uniform vec4 view;
      void main() {
        place = position.xy;
        vec4 at = modelViewMatrix * vec4(position, 1.0);
        clip = vec3(at.xy, -at.z);
        gl_Position = projectionMatrix * at;
      }`,
    fragmentShader: `
      varying vec2 place;
      varying vec3 clip;
      uniform vec4 view;  // the picture's left, bottom, right and top on the plane at distance 1
      uniform float fade; // over which the shadow fades before the picture's edge, there
      float blurred(vec2 at, float inset, float sigma) {
        vec2 q = abs(at) - vec2(217.0, 453.0) + inset + 78.0;
        float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 78.0;
        float x = d / (sigma * 1.2533);
        return 1.0 / (1.0 + exp(2.0 * x * (0.8 + 0.036 * x * x)));
      }
      void main() {
        float dark = 1.0 - (1.0 - 0.34 * blurred(place - vec2(2.0, -4.0), 2.0, 7.0)) * (1.0 - 0.30 * blurred(place - vec2(8.0, -16.0), 4.0, 26.0));
        vec2 at = clip.xy / clip.z;
        vec2 edge = min(at - view.xy, view.zw - at);
        dark *= smoothstep(0.0, fade, edge.x) * smoothstep(0.0, fade, edge.y);
        gl_FragColor = vec4(0.0, 0.0, 0.0, dark);
      }`,
  }),
};
