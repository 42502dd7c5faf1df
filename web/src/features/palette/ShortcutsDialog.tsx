import { editSettings, type Shortcut } from '@cusp/contract/profile.routes';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf, paletteKeys, printed, takenBy, withKeys } from '../../client/keyboard/keys.ts';
import { updateUser, useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { toastError } from '../../ui/toast.ts';
import { HelpLink } from '../help/help.offers.tsx';
import { KeyButton } from './KeyButton.tsx';
import classes from './shortcuts-dialog.module.css';

/** The shortcuts by where they work. */
const SECTIONS = {
  everywhere: ['search', 'dashboard', 'inbox', 'cases', 'newCase', 'help'],
  list: ['next', 'previous', 'open'],
  board: ['move'],
  case: ['comment', 'status', 'assignee', 'download', 'upload'],
} as const satisfies Record<string, readonly Shortcut[]>;
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

/** Lists all shortcuts with the person's own keys, which can be changed here. */
export default function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const { t: errors } = useTranslation('errors');
  const user = useUser();
  const { shortcuts } = user.settings;
  const mayEdit = useMayCall(editSettings);
  const [problem, setProblem] = useState<{ shortcut: Shortcut; text: string } | null>(null);
  const change = useChange(editSettings, {
    onSuccess: (settings) => updateUser({ ...user, settings }),
    onError: (error) => toastError(errorText(errors, error)),
  });
  const save = (next: typeof shortcuts) => {
    setProblem(null);
    change.mutate({ body: { shortcuts: next } });
  };
  const give = (shortcut: Shortcut, keys: string) => {
    const other = takenBy(keys, shortcut, shortcuts);
    if (!other) return keys !== keysOf(shortcut, shortcuts) && save(withKeys(shortcuts, shortcut, keys));
    const name = t(`shortcuts.${other}`);
    setProblem({ shortcut, text: t('taken', { keys: printed(keys), name }) });
  };
  const isChanged = Object.keys(shortcuts.keys).length > 0;
  return (
    <CuspModal opened size={560} title={t('keyboard')} onClose={onClose}>
      {mayEdit && (
        <Switch
          className={classes.switch}
          label={t('on.label')}
          description={t('on.text', { keys: paletteKeys() })}
          checked={shortcuts.on}
          disabled={change.isPending}
          onChange={(event) => save({ ...shortcuts, on: event.currentTarget.checked })}
        />
      )}
      {NAMES.map((name) => (
        <section key={name} className={classes.section} aria-labelledby={`shortcuts-${name}`}>
          <h3 id={`shortcuts-${name}`} className={classes.heading}>
            {t(`sections.${name}`)}
          </h3>
          <ul className={classes.list}>
            {name === 'everywhere' && (
              <li className={classes.row}>
                {t('title')}
                <kbd>{paletteKeys()}</kbd>
              </li>
            )}
            {SECTIONS[name].map((shortcut) => (
              <li key={shortcut} className={classes.row} data-off={!shortcuts.on || undefined}>
                <span>
                  {t(`shortcuts.${shortcut}`)}
                  {problem?.shortcut === shortcut && (
                    <span role="alert" className={classes.problem}>
                      {problem.text}
                    </span>
                  )}
                </span>
                {mayEdit ? (
                  <KeyButton
                    name={t(`shortcuts.${shortcut}`)}
                    keys={keysOf(shortcut, shortcuts)}
                    disabled={change.isPending}
                    onKeys={(keys) => give(shortcut, keys)}
                  />
                ) : (
                  <kbd>{printed(keysOf(shortcut, shortcuts))}</kbd>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HelpLink to="keyboard" className={classes.more} />
      {mayEdit && isChanged && (
        <Button
          variant="default"
          size="sm"
          loading={change.isPending}
          onClick={() => save({ ...shortcuts, keys: {} })}
        >
          {t('usual')}
        </Button>
      )}
    </CuspModal>
  );
}
