// The role of the product in the embedded database. A statement that an attacker gets to run must not read files of
// the machine or start programs, as a superuser could.
import pg from 'pg';
import { type Cluster, urlOf } from './cluster.ts';

const ROLE = 'marquee_app';

/**
 * Gives the objects of a database of an earlier version, in which the superuser owns all of them, to the role. Objects of
 * extensions stay, and sequences of columns follow their table.
 */
const TAKE_OVER = `
DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER %s %s OWNER TO ${ROLE}', kind, name)
      FROM (SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
                   oid::regclass::text, 'pg_class'::regclass, oid, relowner
              FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
            UNION ALL
            SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner
              FROM pg_proc WHERE pronamespace = 'public'::regnamespace
            UNION ALL
            SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid, typowner
              FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
           ) AS object (kind, name, class, id, owner)
     WHERE owner = current_user::regrole
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = class AND objid = id AND deptype IN ('e', 'a', 'i'))
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

/**
 * Makes the role the owner of the database and of everything in it, and returns the address with this role. A stack and a
 * tool that start together take turns, because PostgreSQL refuses to change a role in two transactions at once.
 */
export async function ensureAppRole(
  cluster: Pick<Cluster, 'password' | 'appPassword'>,
  port: number,
  database: string,
): Promise<string> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, database) });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [ROLE]);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${ROLE} LOGIN`);
    await client.query(`ALTER ROLE ${ROLE} PASSWORD ${client.escapeLiteral(cluster.appPassword)}`);
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(database)} OWNER TO ${ROLE}`);
    await client.query(TAKE_OVER);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  return `postgresql://${ROLE}:${cluster.appPassword}@127.0.0.1:${port}/${database}`;
}
