import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';

/** A button that leads to another page. */
export function LinkButton({ to, ...props }: ButtonProps & { to: string }) {
  return <Button component={Link} to={to} {...props} />;
}
