import { SHORTCUTS, type Shortcut } from '@cusp/contract/profile.routes';
import { formatDay } from '@cusp/text/dates';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keysOf, paletteKeys, printed } from '../../client/keyboard/keys.ts';
import { useSession } from '../../client/session/session-store.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './article.module.css';
import page from './help.module.css';
import { helpPath, markNewsRead } from './help.offers.tsx';
import type { Block, HelpArticle, Inline } from './help.types.ts';

const pictures = import.meta.glob<string>('./pictures/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** Reserves the size of every picture, so that the page does not shift when it loads. */
const PICTURE = { width: 1120, height: 700 };

export function Article({ article: { title, blocks } }: { article: HelpArticle }) {
  return (
    <article className={classes.article}>
      <PageTitle className={page.title}>{title}</PageTitle>
      <Blocks blocks={blocks} />
    </article>
  );
}

/** News, the latest first; once shown, the marker for new entries disappears. */
export function News({ entries }: { entries: HelpArticle[] }) {
  const { t } = useTranslation('help');
  useEffect(markNewsRead, []);
  return (
    <article className={classes.article}>
      <PageTitle className={page.title}>{t('news')}</PageTitle>
      {entries.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1} className={classes.newsTitle}>
            {title}
          </h2>
          <p className={classes.day}>
            <time dateTime={id}>{formatDay(id, currentLanguage())}</time>
          </p>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </article>
  );
}

/** With keys, for parts of an article, whose order is constant. */
const numbered = <T,>(list: readonly T[]): [key: string, T][] => list.map((each, at) => [`${at}`, each]);

const Blocks = ({ blocks }: { blocks: Block[] }) =>
  numbered(blocks).map(([key, block]) => <BlockPart key={key} block={block} />);

function BlockPart({ block }: { block: Block }) {
  const { t } = useTranslation('help');
  if (block.kind === 'heading')
    return (
      <h2 id={block.id} tabIndex={-1} className={classes.heading}>
        {block.title}
        <a href={`#${block.id}`} className={classes.anchor} aria-label={t('linkTo', { title: block.title })}>
          #
        </a>
      </h2>
    );
  if (block.kind === 'picture') {
    const picture =
      pictures[`./pictures/${currentLanguage()}/${block.name}.webp`] ??
      pictures[`./pictures/en/${block.name}.webp`];
    return (
      <a href={picture} target="_blank" rel="noreferrer" className={classes.picture}>
        <img src={picture} alt={block.alt} loading="lazy" {...PICTURE} />
      </a>
    );
  }
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {numbered(block.items).map(([key, inline]) => (
          <li key={key}>
            <Parts inline={inline} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <p className={block.kind === 'note' ? classes.note : undefined}>
      <Parts inline={block.inline} />
    </p>
  );
}

const Parts = ({ inline }: { inline: Inline[] }) =>
  numbered(inline).map(([key, part]) => <Part key={key} part={part} />);

function Part({ part }: { part: Inline }) {
  if (typeof part === 'string') return part;
  if ('label' in part) return <strong className={classes.label}>{part.label}</strong>;
  if ('keys' in part) return <kbd>{part.keys}</kbd>;
  if ('shortcut' in part) return <Keys shortcut={part.shortcut} />;
  return <Link to={part.to.startsWith('/') ? part.to : helpPath(part.to)}>{part.text}</Link>;
}

const isShortcut = (name: string): name is Shortcut => (SHORTCUTS as readonly string[]).includes(name);

/** The keys of a shortcut: the person's own or the default ones. */
function Keys({ shortcut }: { shortcut: string }) {
  const session = useSession();
  const own = 'user' in session ? session.user.settings.shortcuts : { on: true, keys: {} };
  return <kbd>{isShortcut(shortcut) ? printed(keysOf(shortcut, own)) : paletteKeys()}</kbd>;
}
