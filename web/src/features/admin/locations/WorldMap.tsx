import { geoNaturalEarth1, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { useTranslation } from 'react-i18next';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };
import { countryName } from '../../../ui/format/country-name.ts';
import { useNumbers } from '../use-numbers.ts';
import classes from './locations.module.css';

const SHADES = 5;

interface Props {
  counts: ReadonlyMap<string, number>;
  chosen: string;
  onChoose(country: string): void;
}

/** Countries shaded by their number of people; those with people can be selected. */
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

const WORLD = { width: 960, height: 470 };

/** Outlines of countries by ISO 3166-1 alpha-2, as SVG paths in `WORLD`; very small countries are missing. */
const OUTLINES: readonly { country: string; path: string }[] = draw();

function draw() {
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const countries = topology.objects.countries && feature(topology, topology.objects.countries);
  if (!countries || !('features' in countries)) throw new Error('the map has no countries');
  const alpha2 = new Map((codes as string[][]).map(([two, , numeric]) => [numeric, two]));
  // Antarctica has no users, and without it the rest is larger.
  const features = countries.features.filter(({ id }) => id !== '010');
  const projection = geoNaturalEarth1().fitSize([WORLD.width, WORLD.height], {
    type: 'FeatureCollection',
    features,
  });
  const toPath = geoPath(projection).digits(1);
  return features.flatMap((each) => {
    const path = toPath(each);
    return path ? [{ country: alpha2.get(String(each.id)) ?? '', path }] : [];
  });
}
