/** Short notices at the edge of the page; their code is loaded with the first one. */
async function show(message: string, color: string | undefined, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ message, color, autoClose, withBorder: true });
}

export const toastDone = (message: string): void => void show(message, 'teal', 4000);
export const toastError = (message: string): void => void show(message, 'red', 8000);
