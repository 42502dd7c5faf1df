import { type RefObject, useEffect } from 'react';

/** Rows of lists. */
const ROWS = 'li, tr';
/** Elements that can take the focus from their controls. */
const PARTS = `${ROWS}, section, main, dialog, [role="dialog"]`;
/** Layers above the screen. */
const OVERLAYS = '[role="dialog"], [data-portal]';

/** Position of the focus, in the screen or in a layer over it. */
interface Place {
  layer: Element;
  element: HTMLElement;
  /** Elements that take the focus once the element is gone, the closest first. */
  heirs: HTMLElement[];
  /** It was disabled while its request ran. */
  wasLoading: boolean;
  /** It takes the focus when it is enabled again. */
  isAwaited: boolean;
}

/** The parts around an element in its layer, the closest first. */
function partsAround(element: Element, layer: Element): HTMLElement[] {
  const part = element.closest<HTMLElement>(PARTS);
  if (!part || !layer.contains(part)) return [];
  return [part, ...(part.parentElement ? partsAround(part.parentElement, layer) : [])];
}

/** The rows beside the removed one that an element was in, the next one first. */
function rowsBeside(element: Element, records: readonly MutationRecord[]): HTMLElement[] {
  const isIts = (node: Node) => node instanceof Element && node.matches(ROWS) && node.contains(element);
  const record = records.find(({ removedNodes }) => [...removedNodes].some(isIts));
  return [record?.nextSibling, record?.previousSibling].filter(
    (node) => node instanceof HTMLElement && node.matches(ROWS),
  ) as HTMLElement[];
}

/**
 * Keeps the focus near a control that vanishes, which browsers would move to the start of the page: the next row of its
 * list, or else the closest remaining row, section or dialog, takes it. A layer above the screen returns it when it
 * closes. A control that is disabled only during its request gets it back.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    /** One for each layer, the last one first. */
    let places: Place[] = [];

    const layerOf = (target: Element) => target.closest(OVERLAYS) ?? screen.current;

    function remember({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return;
      const layer = layerOf(target);
      places = places.filter((place) => place.layer !== layer && place.layer.isConnected);
      if (!layer?.contains(target)) places = [];
      else
        places.unshift({
          layer,
          element: target,
          heirs: partsAround(target, layer),
          wasLoading: false,
          isAwaited: false,
        });
    }

    /** A click beside the focused element removes the focus on purpose. */
    function forget({ target }: PointerEvent): void {
      if (!(target instanceof Element)) return;
      const layer = layerOf(target);
      places = places.filter((place) => place.layer !== layer || place.element.contains(target));
    }

    function keep(records: MutationRecord[]): void {
      for (const place of places)
        if (!place.element.isConnected) place.heirs.unshift(...rowsBeside(place.element, records));
      const [last] = places;
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (!last || !(isLost || activeElement === last.element)) return;
      // A removed control may have been disabled for its request until the end.
      if (!last.element.isConnected)
        places.some(({ element, heirs }) =>
          [element, ...heirs].some((heir) => heir.isConnected && focus(heir)),
        );
      else if (last.element.matches(':disabled')) {
        const isLoading = last.element.matches('[data-loading]');
        last.wasLoading ||= isLoading;
        // Still disabled after its request, it has no purpose now and may be enabled much later.
        last.isAwaited = isLoading || !last.wasLoading;
      } else if (last.isAwaited) focus(last.element);
    }

    const observer = new MutationObserver(keep);
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
      observer.disconnect();
    };
  }, [screen]);
}

function focus(element: HTMLElement): boolean {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
