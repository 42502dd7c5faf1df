/**
 * Applies the style sheets for which the first paint of a visitor's page or of the case list does not wait, and removes the
 * styles of that paint (`server/src/html-page-template.ts`). A sheet that fails to load is skipped.
 */
export async function applyLateStyles(): Promise<void> {
  await Promise.all([...document.querySelectorAll('link[data-late]')].map(applied));
  document.querySelector('style[data-first-paint]')?.remove();
}

function applied(preload: Element): Promise<unknown> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.crossOrigin = '';
  sheet.setAttribute('href', preload.getAttribute('href') ?? '');
  const done = new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
  });
  preload.replaceWith(sheet);
  return done;
}
