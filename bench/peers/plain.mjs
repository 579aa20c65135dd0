// Written by hand on PostgreSQL: a table of runs with five indexes, and a table of jobs.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { serve } from "./serve.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  CREATE TABLE runs (id uuid PRIMARY KEY, project_id text NOT NULL, workflow_id text NOT NULL, name text NOT NULL, prompt text NOT NULL, status text NOT NULL, source text NOT NULL, attempt int NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON runs (project_id, created_at);
  CREATE INDEX ON runs (project_id, status, created_at);
  CREATE INDEX ON runs (workflow_id, created_at);
  CREATE INDEX ON runs (project_id, source, created_at);
  CREATE TABLE jobs (id uuid PRIMARY KEY, run_id uuid NOT NULL REFERENCES runs, status text NOT NULL, available_at timestamptz NOT NULL DEFAULT now(), attempts int NOT NULL DEFAULT 0, fence int NOT NULL DEFAULT 0, runner text, lease_until timestamptz);
  CREATE INDEX ON jobs (status, available_at);
`);

async function start({ workflowId, prompt }) {
  const client = await pool.connect();
  try {
    const id = randomUUID();
    await client.query("BEGIN");
    await client.query(
      "INSERT INTO runs (id, project_id, workflow_id, name, prompt, status, source, attempt) VALUES ($1, 'demo', $2, $3, $4, 'pending', 'api', 1)",
      [id, workflowId, prompt.slice(0, 80), prompt],
    );
    await client.query("INSERT INTO jobs (id, run_id, status) VALUES ($1, $2, 'queued')", [randomUUID(), id]);
    await client.query("COMMIT");
    return id;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function claim({ runnerId }) {
  const { rows } = await pool.query(
    `WITH claimed AS (
       UPDATE jobs SET status = 'claimed', attempts = attempts + 1, fence = fence + 1, runner = $1,
         lease_until = now() + interval '1 minute'
       WHERE id = (SELECT id FROM jobs WHERE status = 'queued' AND available_at <= now() ORDER BY available_at
         FOR UPDATE SKIP LOCKED LIMIT 1)
       RETURNING id, run_id)
     SELECT claimed.id AS "jobId", claimed.run_id AS "runId", runs.prompt, runs.workflow_id FROM claimed
     JOIN runs ON runs.id = claimed.run_id`,
    [runnerId],
  );
  return rows[0] ?? null;
}

async function complete({ jobId, runnerId }) {
  const { rowCount } = await pool.query(
    "UPDATE jobs SET status = 'done' WHERE id = $1 AND runner = $2 AND status = 'claimed'",
    [jobId, runnerId],
  );
  if (rowCount !== 1) throw new Error("The runner does not hold the job.");
}

await serve({ start, claim, complete, close: () => pool.end() });
