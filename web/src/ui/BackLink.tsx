import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type To } from 'react-router';
import classes from './back-link.module.css';

interface Props {
  to: To;
  text: string;
  /** Takes the place of this page in the browser's history. */
  replace?: boolean;
}

/** The one form of a way back; on its own line above the title of a page. */
export function BackLink({ to, text, replace }: Props) {
  return (
    <Anchor component={Link} to={to} replace={replace} className={classes.back}>
      <IconChevronLeft size={16} aria-hidden />
      {text}
    </Anchor>
  );
}
