import { afterEach, beforeAll } from 'vitest';

// Tests in Node without a window open no screen.
if ('document' in globalThis) {
  const { closeScreen, prepareWindow } = await import('./screen.tsx');
  beforeAll(prepareWindow);
  afterEach(closeScreen);
}
