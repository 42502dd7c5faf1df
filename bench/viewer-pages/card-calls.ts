/** A call that hands something to the process of the graphics card, and may have to wait for it. */
export interface CardCall {
  name: string;
  /** Milliseconds on the page's clock. */
  start: number;
  duration: number;
}

const calls: CardCall[] = [];
/** What hands over bytes, orders work or asks for an answer. */
const watched = /^(buffer|tex|compile|link|draw|clear|readPixels|finish|flush|get|create|check|isContext)/;

/** Notes from now on how long each call to the graphics card takes. */
export function watchCard(): void {
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, unknown>;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || !watched.test(name)) continue;
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      const start = performance.now();
      try {
        return Reflect.apply(value, this, given);
      } finally {
        calls.push({ name, start, duration: performance.now() - start });
      }
    };
  }
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const start = performance.now();
    try {
      return Reflect.apply(getContext, this, given);
    } finally {
      calls.push({ name: 'getContext', start, duration: performance.now() - start });
    }
  } as typeof getContext;
}

/** The calls since the last time this was asked. */
export function takeCalls(): CardCall[] {
  return calls.splice(0);
}
