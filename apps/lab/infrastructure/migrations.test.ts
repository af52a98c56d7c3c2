import { listMigrations } from '@marquee/prisma/deploy';
import { describe, expect, it } from 'vitest';
import { findContractions } from './contractions.ts';
import { findPreviousVersion, listMigrationsOf, NO_PREVIOUS_VERSION } from './previous-version.ts';

const previous = findPreviousVersion();

describe('findContractions', () => {
  it.each([
    ['ALTER TABLE media DROP COLUMN votes;', 'DROP COLUMN'],
    ['DROP TABLE medium_tags;', 'DROP TABLE'],
    ['alter table media rename column votes to fame;', 'RENAME'],
    ["ALTER TYPE model_status RENAME VALUE 'candidate' TO 'retired';", 'RENAME'],
    ['ALTER TABLE media ALTER COLUMN votes TYPE bigint;', 'a new column type'],
    ['ALTER TABLE media ALTER COLUMN votes DROP DEFAULT;', 'DROP DEFAULT'],
    ['ALTER TABLE media ADD COLUMN fame int NOT NULL;', 'a column NOT NULL without a default'],
    ['ALTER TABLE media ALTER COLUMN votes SET NOT NULL;', 'SET NOT NULL of votes without a default'],
  ])('finds in “%s” the breaking change %s', (sql, what) => {
    expect(findContractions(sql)).toEqual([what]);
    expect(findContractions(`-- contract: unused since v0.1.0\n${sql}`)).toEqual([]);
    expect(findContractions(`-- contract: some day\n${sql}`)).toEqual([what]);
  });

  it.each([
    'CREATE TABLE fame (id int NOT NULL, votes int NOT NULL DEFAULT 0);',
    "ALTER TABLE media ADD COLUMN fame text NOT NULL DEFAULT 'none', ADD COLUMN seen numeric(5, 2);",
    'ALTER TABLE media ALTER COLUMN votes SET DEFAULT 0, ALTER COLUMN votes SET NOT NULL;',
    'ALTER TABLE media ADD CONSTRAINT named CHECK (votes IS NOT NULL);',
    '-- DROP TABLE media\nCREATE INDEX media_votes ON media (votes);',
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE now_and_then; END $$;',
    'DROP INDEX media_votes; DROP TRIGGER media_notify ON media;',
  ])('finds no breaking change in “%s”', (sql) => {
    expect(findContractions(sql)).toEqual([]);
  });
});

it.skipIf(previous === null)(
  `new migrations have a contract line when they break the previous version${previous === null ? ` (${NO_PREVIOUS_VERSION})` : ''}`,
  () => {
    const released = listMigrationsOf(previous ?? '');
    expect(released.size).toBeGreaterThan(0);
    const contractions = listMigrations()
      .filter(({ name }) => !released.has(name))
      .flatMap(({ name, sql }) => findContractions(sql).map((what) => `${name}: ${what}`));
    expect(contractions).toEqual([]);
  },
);
