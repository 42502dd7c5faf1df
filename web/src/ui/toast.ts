import i18next from 'i18next';
import type { ReactNode } from 'react';

/** Short notifications at the edge of the page; their code is loaded with the first one. */
async function show(message: string, color: string | undefined, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const closeButtonProps = { 'aria-label': i18next.t('common:close') };
  notifications.show({ message, color, autoClose, withBorder: true, closeButtonProps });
}

export const toastDone = (message: string): void => void show(message, 'teal', 4000);
export const toastError = (message: string): void => void show(message, 'red', 8000);

/** A notification with custom content that stays until it calls `close`. */
export async function showNotice(content: (close: () => void) => ReactNode): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const id = notifications.show({
    message: content(() => notifications.hide(id)),
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
  });
}
