/**
 * Props of a button that can be temporarily off, while a request runs or at the end of a list: it keeps the focus,
 * which a disabled one loses to the page.
 */
export const offButton = (isOff: boolean, onClick: () => void) => ({
  'aria-disabled': isOff || undefined,
  'data-disabled': isOff || undefined,
  onClick: isOff ? undefined : onClick,
});
