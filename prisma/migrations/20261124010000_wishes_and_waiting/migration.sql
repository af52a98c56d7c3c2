-- AlterTable
ALTER TABLE "user_imports" ADD COLUMN     "is_late" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "user_import_waiting" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "hint" JSONB NOT NULL,
    "facts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_import_waiting_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateTable
CREATE TABLE "user_wishes" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "query" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "medium_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "arrived_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_wishes_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_import_waiting_user_id_source_key_key" ON "user_import_waiting"("user_id", "source", "key");

-- CreateIndex
CREATE INDEX "user_import_waiting_user_id_import_id_idx" ON "user_import_waiting"("user_id", "import_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_wishes_user_id_key_key" ON "user_wishes"("user_id", "key");

-- CreateIndex
CREATE INDEX "user_wishes_medium_id_idx" ON "user_wishes"("medium_id");

-- AddForeignKey
ALTER TABLE "user_import_waiting" ADD CONSTRAINT "user_import_waiting_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_waiting" ADD CONSTRAINT "user_import_waiting_user_id_import_id_fkey" FOREIGN KEY ("user_id", "import_id") REFERENCES "user_imports"("user_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_wishes" ADD CONSTRAINT "user_wishes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_wishes" ADD CONSTRAINT "user_wishes_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE user_wishes
  ADD CONSTRAINT user_wishes_arrived_check CHECK ((medium_id IS NULL) = (arrived_at IS NULL));
CREATE INDEX user_wishes_waiting ON user_wishes (id) WHERE medium_id IS NULL;

-- Cap (CAPS.wishes in packages/contracts/src/constants.ts), see docs/adr/0020.
CREATE FUNCTION marquee_cap_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM user_wishes WHERE user_id = NEW.user_id) >= 100 THEN
    RAISE EXCEPTION 'too many wishes' USING ERRCODE = 'MQ007';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_wishes_cap BEFORE INSERT ON user_wishes
  FOR EACH ROW EXECUTE FUNCTION marquee_cap_wishes();
