import { useState } from 'react';

/**
 * For dialogs that are there while they are mounted: `close` fades the dialog out, and `onGone` hears of it
 * when it is out of sight. Spread `modal` on the `CuspModal`.
 */
export function useFading(onGone: () => void) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  return { close, modal: { opened, onClose: close, onExitTransitionEnd: onGone } };
}
