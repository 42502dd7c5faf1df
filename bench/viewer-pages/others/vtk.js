import '@kitware/vtk.js/Rendering/Profiles/Geometry.js';
import vtkSTLReader from '@kitware/vtk.js/IO/Geometry/STLReader.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import vtkGenericRenderWindow from '@kitware/vtk.js/Rendering/Misc/GenericRenderWindow.js';
import { canvasIn, drawn, stage } from '../page.ts';

const view = vtkGenericRenderWindow.newInstance();
view.setContainer(stage());
view.resize();

/** @type {import('../page.ts').Open} */
export const open = async (url) => {
  const start = performance.now();
  const reader = vtkSTLReader.newInstance();
  await reader.setUrl(url, { binary: true });
  const mapper = vtkMapper.newInstance();
  mapper.setInputConnection(reader.getOutputPort());
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  view.getRenderer().addActor(actor);
  view.getRenderer().resetCamera();
  view.getRenderWindow().render();
  drawn(canvasIn(stage()));
  const full = performance.now() - start;
  return { first: full, full };
};
