/**
 * Keeps the last press of Ctrl or Cmd and K for the shell (`web/src/client/keyboard/use-keyboard.ts`), whose code is
 * still loading; any further input of the person cancels it. If the shell is not loaded, the browser's shortcut works.
 * Single keys are left to the browser, because only the shell knows whether the person has switched them off.
 */
export const EARLY_KEYS = `{
  const WAIT_MS = 15000;
  let early;
  const keep = (event) => {
    if (event.repeat) return;
    early = undefined;
    if (event.type !== 'keydown' || event.altKey || event.target.closest?.('input, textarea, select')) return;
    const { key, code, shiftKey } = event;
    const isK = key > '~' ? code === 'KeyK' : key === 'k' || key === 'K';
    if (!(event.ctrlKey || event.metaKey) || shiftKey || !isK) return;
    event.preventDefault();
    early = event;
  };
  const end = () => {
    removeEventListener('keydown', keep);
    removeEventListener('pointerdown', keep);
  };
  addEventListener('keydown', keep);
  addEventListener('pointerdown', keep);
  setTimeout(() => {
    end();
    early = undefined;
  }, WAIT_MS);
  globalThis.takeEarlyKey = () => {
    end();
    const taken = early;
    early = undefined;
    return taken;
  };
}`;
