//! What a position is worth, and its moves: cargo run --example probe -- DATA_FOLDER FEN

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let tables = canju::Tables::open(&arguments[1], "asian/dtc")?;
    let position: canju::Position = arguments[2].parse()?;
    println!("{:?}", tables.probe(&position)?);
    for step in tables.moves(&position)? {
        println!(
            "{step} {} {:?}",
            if step.best != 0 { "best" } else { "    " },
            step.after
        );
    }
    Ok(())
}
