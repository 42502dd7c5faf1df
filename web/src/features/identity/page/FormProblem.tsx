import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

interface Props {
  title?: string;
  text?: string;
}

/** What is wrong with a form as a whole. */
export function FormProblem({ title, text }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}
    >
      {text}
    </Alert>
  );
}
