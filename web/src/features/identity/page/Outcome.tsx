import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './outcome.module.css';

interface Props {
  icon: ComponentType<IconProps>;
  tone?: 'good' | 'bad' | 'plain';
  title: string;
  text?: string;
  /** Buttons below. */
  children?: ReactNode;
}

/** A result as one card: what it means and where to go next. */
export function Outcome({ icon: Icon, tone = 'plain', title, text, children }: Props) {
  return (
    <div className={classes.outcome} role="status">
      <span className={classes.icon} data-tone={tone} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <PageTitle className={classes.title}>{title}</PageTitle>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}

/** A button that links to another page. */
export function LinkButton({ to, ...props }: ButtonProps & { to: string }) {
  return <Button component={Link} to={to} {...props} />;
}

/** A card shown while waiting for a response. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className={classes.outcome} role="status" aria-busy>
      <span className={classes.icon} aria-hidden>
        <Loader size={24} color="gray" />
      </span>
      <p className={classes.text}>{text}</p>
    </div>
  );
}
