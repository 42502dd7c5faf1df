import { Avatar } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { initialsOf } from './format/initials.ts';
import classes from './person-avatar.module.css';

interface Props {
  /** Empty for somebody whose account is gone. */
  name: string;
  picture?: string | null;
  /** Pixels. */
  size?: number;
}

/** A person's picture or initials. Decorative: the name stands beside it or is the control's label. */
export function PersonAvatar({ name, picture, size = 32 }: Props) {
  return (
    <Avatar src={picture} size={size} radius={size} alt="" aria-hidden variant="light" color="gray">
      <span
        className={classes.initials}
        data-initials={initialsOf(name)}
        style={{ fontSize: Math.max(10, Math.round(size * 0.36)) }}
      />
    </Avatar>
  );
}

/** A person's name, '(Unknown)' for an account that is gone. */
export function PersonName({ name }: { name: string }) {
  const { t } = useTranslation('common');
  return name || t('unknown');
}
