import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './save-bar.module.css';
import { useRootMark } from './use-root-mark.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

interface Props {
  /** Label of the submit button. */
  save: string;
  /** Whether any value differs from the saved state. */
  isChanged: boolean;
  /** Whether the form may be sent; defaults to `isChanged`. */
  canSave?: boolean;
  busy: boolean;
  /** An error of the form as a whole. */
  problem?: { title: string; text?: string } | null;
  /** Saves if the bar is outside of a form; inside a form its button submits. */
  onSave?(): void;
  onCancel(): void;
}

/** The footer of a long form. It stays visible while there are unsaved changes and warns before they are lost. */
export function SaveBar({ save, isChanged, canSave = isChanged, busy, problem, onSave, onCancel }: Props) {
  const { t } = useTranslation('common');
  useUnsavedWarning(isChanged && !busy);
  useRootMark('unsaved', isChanged);
  return (
    <div className={classes.bar} data-changed={isChanged || undefined}>
      <div className={classes.words}>
        {problem && (
          <div className={classes.problem} role="alert">
            <IconAlertCircle size={18} stroke={1.6} aria-hidden />
            <div>
              <div className={classes.title}>{problem.title}</div>
              {problem.text}
            </div>
          </div>
        )}
        <span className={classes.unsaved} role="status" data-hidden={problem ? true : undefined}>
          {isChanged && t('unsaved')}
        </span>
      </div>
      {isChanged && (
        <Button className={classes.button} variant="default" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <Button
        className={classes.button}
        type={onSave ? 'button' : 'submit'}
        onClick={onSave}
        loading={busy}
        disabled={!canSave}
      >
        {save}
      </Button>
    </div>
  );
}
