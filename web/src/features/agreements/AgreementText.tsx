import type { AcceptedAgreement } from '@cusp/contract/agreements';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../ui/save-file.ts';
import classes from './agreements.module.css';

/**
 * An agreement as published: lines that begin with # are headings, everything else stays as it is, because other
 * sentences refer to its numbers.
 */
export function AgreementText({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation('agreements');
  const parts = text.split(/\n{2,}|\n(?=#)/).map((part, at): [key: string, part: string] => [`${at}`, part]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it once it has the focus
    <section className={classes.text} lang={language} aria-label={t('text')} tabIndex={0}>
      {parts.map(([key, part]) => {
        const [, heading, rest] = /^#+ *(.*)(?:\n([\s\S]*))?$/.exec(part) ?? [];
        if (heading === undefined) return <p key={key}>{part}</p>;
        return (
          <div key={key}>
            <h3>{heading}</h3>
            {rest && <p>{rest}</p>}
          </div>
        );
      })}
    </section>
  );
}

type Named = Pick<AcceptedAgreement, 'kind' | 'version' | 'language'>;

/** Saves the text as published, so that its hash equals the recorded one. */
export function AgreementDownload({ agreement, text }: { agreement: Named; text: string }) {
  const { t } = useTranslation('agreements');
  const { kind, version, language } = agreement;
  return (
    <Button
      variant="default"
      aria-label={t('downloadOf', { name: t(`kinds.${kind}`) })}
      onClick={() =>
        saveFile(`${kind}-${version}-${language}.txt`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
      }
    >
      {t('download')}
    </Button>
  );
}
