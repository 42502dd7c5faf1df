import { Stack, Text } from '@mantine/core';

/** What the dialog says about a file that did not arrive. */
export function FailedUpload({ text, reason, filename }: { text: string; reason: string; filename: string }) {
  return (
    <Stack gap={4}>
      <Text fw={500}>{text}</Text>
      {reason && <Text size="sm">{reason}</Text>}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {filename}
      </Text>
    </Stack>
  );
}
