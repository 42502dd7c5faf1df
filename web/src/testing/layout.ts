import axe from 'axe-core';
import { expect } from 'vitest';
import brand from '../../../contract/fixtures/brand.json';

const REACHED = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab]';

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getBoundingClientRect().width > 1;

const nameOf = (element: Element): string =>
  `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}”`;

/** Whether people can scroll sideways to content outside the window, such as in a row of chips. */
function isScrolledTo(element: Element): boolean {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
  return false;
}

/** Elements whose own text is cut at the side without an ellipsis. */
function isCut(element: Element): boolean {
  const ownText = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
  );
  if (!ownText || element.scrollWidth <= element.clientWidth + 1) return false;
  const { clipPath, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
  // Text for screen readers alone has a clip path.
  return (
    /hidden|clip/.test(overflowX) &&
    textOverflow !== 'ellipsis' &&
    webkitLineClamp === 'none' &&
    clipPath === 'none'
  );
}

/** Fails if the page is wider than the window, or if text is cut without an ellipsis, or a control sticks out. */
export function expectFits(): void {
  const { documentElement: root, body } = document;
  const shown = [...body.querySelectorAll('*')].filter(isShown);
  const isOutside = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left < -1 || right > root.clientWidth + 1) && !isScrolledTo(element);
  };
  expect({
    overflow: Math.max(root.scrollWidth - root.clientWidth, body.scrollWidth - body.clientWidth),
    cut: shown.filter(isCut).map(nameOf),
    outOfReach: shown.filter((element) => element.matches(REACHED) && isOutside(element)).map(nameOf),
  }).toEqual({ overflow: 0, cut: [], outOfReach: [] });
}

const SCHEMES = ['light', 'dark'] as const;

/** Fails if text has too little contrast in the light or the dark scheme. The pairs of the other skins have a test of their own. */
export async function expectReadable(): Promise<void> {
  const root = document.documentElement;
  const { mantineColorScheme: before } = root.dataset;
  const { main_color, main_color_hover, main_color_focus, main_color_dark } = brand.appInfo.reply.odm;
  root.style.cssText = `--brand: ${main_color}; --brand-hover: ${main_color_hover}; --brand-focus: ${main_color_focus}; --brand-dark: ${main_color_dark}`;
  const found: Record<string, string[]> = {};
  for (const scheme of SCHEMES) {
    root.dataset.mantineColorScheme = scheme;
    // The colours fade from the other scheme.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    const { violations } = await axe.run(document.body, {
      runOnly: ['color-contrast'],
      resultTypes: ['violations'],
      selectors: false,
    });
    found[scheme] = violations.flatMap(({ nodes }) =>
      nodes.map(({ html, any }) => `${html.slice(0, 200)} ${JSON.stringify(any[0]?.data ?? '')}`),
    );
  }
  root.dataset.mantineColorScheme = before;
  root.removeAttribute('style');
  expect(found).toEqual({ light: [], dark: [] });
}
