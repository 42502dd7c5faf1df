import { useTranslation } from 'react-i18next';
import { countryName } from '../../../ui/format/country-name.ts';
import { useNumbers } from '../use-numbers.ts';
import classes from './locations.module.css';
import { OUTLINES, WORLD } from './world.ts';

const SHADES = 5;

interface Props {
  counts: ReadonlyMap<string, number>;
  chosen: string;
  onChoose(country: string): void;
}

/** Countries shaded by how many people they have; those with people can be chosen. */
export function WorldMap({ counts, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation('user-locations');
  const numbers = useNumbers();
  const most = Math.max(1, ...counts.values());
  return (
    <svg className={classes.map} viewBox={`0 0 ${WORLD.width} ${WORLD.height}`} aria-label={t('map')}>
      <title>{t('map')}</title>
      {OUTLINES.map(({ country, path }) => {
        const count = counts.get(country) ?? 0;
        const key = country || path.slice(0, 24);
        if (count === 0) return <path key={key} d={path} className={classes.land} />;
        const name = `${countryName(country, i18n.language)}: ${numbers.count(count)}`;
        const choose = () => onChoose(country === chosen ? '' : country);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a country cannot be a button element
          <path
            key={key}
            d={path}
            className={classes.land}
            data-shade={shadeOf(count, most)}
            role="button"
            tabIndex={0}
            aria-label={name}
            aria-pressed={country === chosen}
            onClick={choose}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              choose();
            }}
          >
            <title>{name}</title>
          </path>
        );
      })}
    </svg>
  );
}

/** From 1 to `SHADES`; logarithmic, because a few countries have most people. */
const shadeOf = (count: number, most: number): number =>
  most === 1 ? SHADES : 1 + Math.round(((SHADES - 1) * Math.log(count)) / Math.log(most));
