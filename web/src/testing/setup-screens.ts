import { afterEach, beforeAll, vi } from 'vitest';

// Tests in Node without a window open no screen.
if ('document' in globalThis) {
  // The area of a page is decided when its modules load. In Chromium the address names the file of the tests.
  const file = new URLSearchParams(location.search).get('iframeId') ?? '';
  if (file.includes('/admin/')) history.pushState(null, '', '/adm');
  // A warning that names an element would print React's whole tree.
  Object.defineProperty(Element.prototype, Symbol.for('nodejs.util.inspect.custom'), {
    configurable: true,
    value(this: Element) {
      return (this.cloneNode(false) as Element).outerHTML;
    },
  });
  const { closeScreen, prepareWindow } = await import('./screen.tsx');
  beforeAll(prepareWindow);
  afterEach(() => {
    vi.useRealTimers();
    closeScreen();
  });
}
