import { useState } from 'react';

/**
 * For dialogs that are open while mounted: `close` fades the dialog out, then `onGone` is called. Spread
 * `modal` on the `CuspModal`.
 */
export function useFading(onGone: () => void) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  return { close, modal: { opened, onClose: close, onExitTransitionEnd: onGone } };
}
