-- CreateTable
CREATE TABLE "tvmaze_shows" (
    "id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "evidence" SMALLINT NOT NULL,
    "updated" INTEGER NOT NULL,
    "summary" TEXT,
    "poster_url" TEXT,

    CONSTRAINT "tvmaze_shows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tvmaze_shows_medium_id_key" ON "tvmaze_shows"("medium_id");

-- AddForeignKey
ALTER TABLE "tvmaze_shows" ADD CONSTRAINT "tvmaze_shows_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
