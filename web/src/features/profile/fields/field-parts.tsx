import { IconLock } from '@tabler/icons-react';
import classes from './fields.module.css';

/** Props of a read-only field; it stays in the tab order. */
export const LOCKED = {
  readOnly: true,
  rightSection: <IconLock size={16} stroke={1.6} className={classes.lock} aria-hidden />,
  classNames: { input: classes.locked },
};

/** Shows descriptions below the input, so that inputs side by side are aligned. */
export const HINT_BELOW = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  descriptionProps: { fz: 12 },
};
