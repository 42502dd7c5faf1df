import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Waits for the end of all animations, because axe measures colours during a fade as they are. */
const still = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

interface Where {
  /** Checks only inside this selector. */
  part?: string;
  /** Checks only these rules. */
  only?: readonly string[];
  /** Leaves these rules out. */
  without?: readonly string[];
}

/** Maximum number of checks of a page that moves during its check. */
const TRIES = 5;

/** The findings of axe on the current page, one line each. */
export async function findings(page: Page, { part, only, without = [] }: Where = {}): Promise<string[]> {
  if (part) await page.locator(part).first().waitFor();
  for (let tries = 1; tries <= TRIES; tries += 1) {
    await still(page);
    const found = await checkOnce(page, part, optionsOf(only, without));
    if (found) return found;
  }
  return [`the page moved during each of ${TRIES} checks`];
}

/**
 * One check; null if something moved during it, for example because a picture arrived. Axe takes the positions of all
 * elements at its start, and would look for the background of a moved one in the wrong place.
 */
async function checkOnce(
  page: Page,
  part: string | undefined,
  options: RunOptions,
): Promise<string[] | null> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([inside, options]) => {
      let isMoved = false;
      const onMove = () => {
        isMoved = true;
      };
      const shifts = new PerformanceObserver(onMove);
      shifts.observe({ type: 'layout-shift' });
      document.addEventListener('scroll', onMove, { capture: true });
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        inside ?? document,
        options,
      );
      // Shifts are reported after the frame that shows them.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      if (shifts.takeRecords().length > 0) onMove();
      shifts.disconnect();
      document.removeEventListener('scroll', onMove, { capture: true });
      if (isMoved) return null;
      // With the measured values, such as the two colours of a contrast.
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 300)} ${JSON.stringify(any[0]?.data ?? '')}`),
      );
    },
    [part, options] as const,
  );
}

/** Only violations, because reporting passes takes as long as the check itself. */
const OPTIONS: RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  selectors: false,
  iframes: false,
};

function optionsOf(only: readonly string[] | undefined, without: readonly string[]): RunOptions {
  if (only) return { ...OPTIONS, rules: {}, runOnly: [...only] };
  const left = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return { ...OPTIONS, rules: { ...OPTIONS.rules, ...left } };
}

/** How far the page is wider than its window, as a finding; empty if it fits. */
async function overflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return pixels > 0 ? [`wider than the window by ${pixels} px`] : [];
}

/** Every width and every scheme once, because the check takes longer than anything else here. */
export const LOOKS = [
  [390, 'dark'],
  [1440, 'light'],
] as const;

export async function setLook(page: Page, [width, colorScheme]: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

/** The findings and overflow of the page at a width and in a scheme, which it keeps afterwards. */
export async function findingsAt(page: Page, look: (typeof LOOKS)[number]): Promise<string[]> {
  await setLook(page, look);
  return [...(await findings(page)), ...(await overflow(page))];
}
