/** A call into the GPU process, which may block. */
export interface CardCall {
  name: string;
  /** Milliseconds on the page's clock. */
  start: number;
  duration: number;
}

const calls: CardCall[] = [];
/** Calls that transfer bytes, issue work or read back a result. */
const watched = /^(buffer|tex|compile|link|draw|clear|readPixels|finish|flush|get|create|check|isContext)/;

/** Records from now on how long each GPU call takes. */
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

/** The calls since the last time this was called. */
export function takeCalls(): CardCall[] {
  return calls.splice(0);
}
