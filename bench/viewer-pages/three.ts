import * as three from 'three';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { drawn, type Open, stage } from './page.ts';

const renderer = new three.WebGLRenderer({ antialias: true });
renderer.setSize(stage().clientWidth, stage().clientHeight);
stage().append(renderer.domElement);
const camera = new three.PerspectiveCamera(15, stage().clientWidth / stage().clientHeight, 1, 2000);
const scene = new three.Scene();
scene.add(new three.AmbientLight(0xffffff, 0.55), new three.DirectionalLight(0xffffff, 2));

export const open: Open = async (url) => {
  const start = performance.now();
  const geometry = await new STLLoader().loadAsync(url);
  geometry.center();
  scene.add(new three.Mesh(geometry, new three.MeshPhongMaterial({ color: '#e6d7b9' })));
  camera.position.set(0, 0, 400);
  renderer.render(scene, camera);
  drawn(renderer.domElement);
  const full = performance.now() - start;
  return { first: full, full };
};
