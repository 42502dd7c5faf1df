import type { CameraRig } from './camera-rig.ts';

interface ControlHandlers {
  changed(): void;
  /** A press shorter than 200 ms without movement; CSS pixels from the top left of the canvas. */
  clicked(x: number, y: number): void;
  /** Two clicks at one place. */
  doubleClicked(x: number, y: number): void;
  /** Whether the view fills the window, so that there is no page to scroll. */
  fillsWindow(): boolean;
  /** A press of half a second without movement. */
  held(x: number, y: number): void;
  /** A key that turns to a side of the patient or resets the view; returns whether it was one. */
  key(key: string): boolean;
}

const longestClick = 200;
const shortestHold = 500;
/** Movement in pixels that still counts as resting. */
const tolerance = 8;
/** A drag of this many pixels is half a turn. */
const pixelsForHalfTurn = 420;
const keyTurn = Math.PI / 24;

interface Finger {
  x: number;
  y: number;
}

/**
 * Mouse: left turns, right or middle or shift pans, the wheel zooms to the pointer. Touch: one finger turns, two pan,
 * pinch and roll. Inside a page one finger only turns sideways, and vertical moves scroll. Keys: arrows turn, with
 * shift they pan, plus and minus zoom. Returns a function that removes the listeners.
 */
export function attachControls(canvas: HTMLElement, rig: CameraRig, handlers: ControlHandlers): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const fingers = new Map<number, Finger>();
  let press: { x: number; y: number; time: number } | undefined;
  let rest: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | undefined;
  const endRest = () => {
    clearTimeout(rest?.timer);
    rest = undefined;
  };
  signal.addEventListener('abort', endRest);

  /** Inside a page, vertical moves of one finger belong to the page. */
  const scrolls = ({ pointerType }: PointerEvent) => pointerType === 'touch' && !handlers.fillsWindow();

  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      const alone = fingers.size === 1 && event.button === 0;
      press = alone ? { x: event.offsetX, y: event.offsetY, time: event.timeStamp } : undefined;
      endRest();
      if (!alone) return;
      const { offsetX: x, offsetY: y } = event;
      const timer = setTimeout(() => {
        endRest();
        handlers.held(x, y);
      }, shortestHold);
      rest = { x, y, timer };
    },
    { signal },
  );

  canvas.addEventListener(
    'pointermove',
    (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      const to = { x: event.offsetX, y: event.offsetY };
      if (press && Math.hypot(to.x - press.x, to.y - press.y) > 4) press = undefined;
      if (rest && Math.hypot(to.x - rest.x, to.y - rest.y) > tolerance) endRest();
      if (fingers.size === 2) pinch(rig, fingers, event.pointerId, to);
      else if (fingers.size === 1) drag(rig, event, finger, scrolls(event) ? { ...to, y: finger.y } : to);
      fingers.set(event.pointerId, to);
      handlers.changed();
    },
    { signal },
  );

  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    endRest();
    const isClick = press && event.type === 'pointerup' && event.timeStamp - press.time < longestClick;
    if (isClick) handlers.clicked(event.offsetX, event.offsetY);
    press = undefined;
  };
  canvas.addEventListener('pointerup', release, { signal });
  canvas.addEventListener('pointercancel', release, { signal });

  canvas.addEventListener('dblclick', ({ offsetX, offsetY }) => handlers.doubleClicked(offsetX, offsetY), {
    signal,
  });

  canvas.addEventListener(
    'wheel',
    (event) => {
      // A wheel over the view scrolls the page, unless it is a pinch or the view has the focus.
      const isMeant = handlers.fillsWindow() || event.ctrlKey || document.activeElement === canvas;
      if (!isMeant) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
      const factor = Math.exp(-Math.max(-240, Math.min(240, pixels)) * (event.ctrlKey ? 0.01 : 0.0016));
      rig.approach(factor, { x: event.offsetX, y: event.offsetY });
      handlers.changed();
    },
    { signal, passive: false },
  );

  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (moveByKey(rig, event)) handlers.changed();
      // While held, it would set the same point repeatedly.
      else if ((event.repeat && event.key === 'Enter') || !handlers.key(event.key)) return;
      event.preventDefault();
    },
    { signal },
  );

  return () => listeners.abort();
}

function drag(rig: CameraRig, event: PointerEvent, from: Finger, to: Finger): void {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const moves = event.buttons & 6 || event.shiftKey;
  if (moves) rig.pan(right, down);
  else rig.rotate((right * Math.PI) / pixelsForHalfTurn, (down * Math.PI) / pixelsForHalfTurn);
}

function pinch(rig: CameraRig, fingers: Map<number, Finger>, id: number, to: Finger): void {
  const from = fingers.get(id);
  const other = [...fingers].find(([key]) => key !== id)?.[1];
  if (!from || !other) return;
  rig.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
  const before = Math.hypot(from.x - other.x, from.y - other.y);
  const after = Math.hypot(to.x - other.x, to.y - other.y);
  const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
  if (before > 0 && after > 0) rig.approach(after / before, middle);
  const roll = Math.atan2(to.y - other.y, to.x - other.x) - Math.atan2(from.y - other.y, from.x - other.x);
  rig.rotate(0, 0, Math.atan2(Math.sin(roll), Math.cos(roll)));
}

function moveByKey(rig: CameraRig, { key, shiftKey }: KeyboardEvent): boolean {
  const direction: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const arrow = direction[key];
  if (arrow && shiftKey) rig.pan(arrow[0] * 20, arrow[1] * 20);
  else if (arrow) rig.rotate(arrow[0] * keyTurn, arrow[1] * keyTurn);
  else if (key === '+' || key === '=') rig.approach(1.15);
  else if (key === '-' || key === '_') rig.approach(1 / 1.15);
  else return false;
  return true;
}
