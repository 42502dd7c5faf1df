import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const SHOWN_MS = 10_000;

/** Says what was taken away and offers to bring it back. */
export function undoToast(text: string, undo: string, onUndo: () => void): void {
  const id = notifications.show({
    withBorder: true,
    autoClose: SHOWN_MS,
    message: (
      <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
        {text}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {undo}
        </Button>
      </span>
    ),
  });
}
